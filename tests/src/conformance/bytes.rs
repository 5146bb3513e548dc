//! No digit, escape or key order changes on the way.

use onceover_domain::job::{Command, Failure, State};

use crate::world::{Ask, World, token};

/// Submits the payload and reads it back everywhere it shows: the answer, the store, a repeat, the claim, the claim after a
/// requeue.
async fn survives(world: &World, ask: &Ask, payload: &str) {
    let ask = ask.clone().payload(payload).key(format!("k{}", uuid::Uuid::now_v7()));
    let submitted = world.submit(&ask).await.unwrap();
    let id = submitted.job.id;
    assert_eq!(submitted.payload.as_deref(), Some(payload));
    assert_eq!(world.payload(id).await, payload);
    assert_eq!(world.submit(&ask).await.unwrap().payload.as_deref(), Some(payload));
    let claimed = world.claim("w", 1).await.remove(0);
    assert_eq!((claimed.job.id, claimed.payload.as_deref()), (id, Some(payload)));
    let dead = world.fail(&claimed.job, false).await.unwrap();
    world.requeue(world.requeue_of(&dead)).await.unwrap();
    let claimed = world.claim("w", 1).await.remove(0);
    assert_eq!((claimed.job.id, claimed.payload.as_deref()), (id, Some(payload)));
    world.complete(&claimed.job, None).await.unwrap();
    assert_eq!(world.payload(id).await, payload);
}

pub async fn every_digit_of_a_payload_survives_submit_claim_and_requeue(world: &World) {
    let tenant = world.tenant("acme").await;
    let ask = Ask::of(&tenant);
    let payloads = [
        r#"{"id":1234567890123456789,"n":9007199254740993,"neg":-9223372036854775808,"u":18446744073709551615}"#,
        r#"{"big":123456789012345678901234567890,"exp":1e400,"tiny":1E-999,"zero":-0,"trail":1.50,"plus":1e+2}"#,
        "9007199254740993",
        " { \"z\" : 1 ,\n\t\"a\" : [ 1.0 , 1 , 1e0 ] }\r\n ".trim(),
        r#"{"b":1,"a":2,"":3}"#,
    ];
    for payload in payloads {
        survives(world, &ask, payload).await;
    }
    // Amounts past 2^53 as well.
    let rich = world.tenant_with("rich", i64::MAX).await;
    let made = world.made(&Ask::of(&rich).units(9_007_199_254_740_993)).await;
    let running = world.claim_one("w").await;
    world.complete(&running, Some(9_007_199_254_740_991)).await.unwrap();
    assert_eq!(world.ledger(&made).await, "reserve 9007199254740993, confirm 9007199254740991");
    world.made(&Ask::of(&rich).units(i64::MAX - 9_007_199_254_740_991)).await;
    assert_eq!(world.account(&rich).await.reserved.0, i64::MAX - 9_007_199_254_740_991);
}

pub async fn every_escape_of_a_payload_survives(world: &World) {
    let tenant = world.tenant("acme").await;
    let ask = Ask::of(&tenant);
    let deep = format!("{}{}", "[".repeat(128), "]".repeat(128));
    let payloads = [
        r#"{"a":"x\u0000y"}"#,
        r#"{"x\u0000y":1}"#,
        r#"{"a":"\\u0000"}"#,
        r#"{"t":"\ud83d"}"#,
        r#"{"t":"\ude00\ud83d"}"#,
        r#"{"t":"\ud83d\ude00"}"#,
        "{\"t\":\"\u{1f600}\u{0301}\u{202e}\u{feff}\"}",
        r#"{"t":"\/\b\f\n\r\t\"\\ A\u0041"}"#,
        r#""'; drop table jobs; --""#,
        "null",
        &deep,
    ];
    for payload in payloads {
        survives(world, &ask, payload).await;
    }
}

pub async fn an_error_of_any_text_is_stored_and_the_job_reaches_its_end(world: &World) {
    let tenant = world.tenant_with("acme", 1_000).await;
    let table = [
        ("a\0b".to_owned(), "a\\u0000b".to_owned()),
        ("\u{1f600}".repeat(10_000), "\u{1f600}".repeat(1_024)),
        ("' \" \\ <script>".to_owned(), "' \" \\ <script>".to_owned()),
    ];
    for (text, shown) in table {
        world.made(&Ask::of(&tenant).units(10)).await;
        let running = world.claim_one("w").await;
        let failure = Failure::new(&text, &text, Some(&text));
        let command =
            Command::Fail { token: token(&running), failure, retryable: false, retry_after: None };
        let dead = world.finish(running.id, command).await.unwrap();
        assert_eq!(
            (dead.state, &dead.failure.as_ref().unwrap().message),
            (State::DeadLetter, &shown)
        );
        let stored = world.job(dead.id).await;
        assert_eq!(stored, dead);
        assert_eq!(world.attempts(&stored).await[0].failure, dead.failure);
        let group = dead.failure.as_ref().unwrap().group();
        let groups =
            world.read().await.dead_letter_groups(world.clock.now(), Some(&group)).await.unwrap();
        assert_eq!((groups.len(), &groups[0].message), (1, &shown));
    }
}

pub async fn a_label_may_hold_any_text(world: &World) {
    let tenant = world.tenant("acme").await;
    let text = "x\0y \u{1f600} \" \\ ' \u{7f}";
    let made = world.made(&Ask::of(&tenant).label("note", text).label("", "")).await;
    assert_eq!(made.labels["note"], text);
    assert_eq!(world.job(made.id).await, made);
    let running = world.claim_one("w").await;
    assert_eq!(running.labels, made.labels);
}

pub async fn a_result_of_any_json_is_stored(world: &World) {
    let tenant = world.tenant("acme").await;
    for result in [r#"{"a":"x\u0000y","n":9007199254740993}"#, r#""\ud83d""#, "[ 1.50 ]", "null"] {
        world.made(&Ask::of(&tenant)).await;
        let running = world.claim_one("w").await;
        let command = Command::Complete {
            token: token(&running),
            result: Some(result.to_owned()),
            units: None,
        };
        let done = world.finish(running.id, command).await.unwrap();
        assert_eq!(world.job(done.id).await.result.as_deref(), Some(result));
    }
}
