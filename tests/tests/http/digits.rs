//! Digits, escapes and key order of a payload are the caller's; nothing on the way changes them.

use onceover_tests::http::both;

const PAYLOADS: [&str; 8] = [
    r#"{"id":1234567890123456789,"n":9007199254740993,"neg":-9223372036854775808,"u":18446744073709551615}"#,
    r#"{ "z" : 1 , "a" : [ 1.10 , 1e400 , -0 , 0.1000 ] }"#,
    r#""\u0000 \ud83d \ude00\ud83d 😀 é \/""#,
    r#"{"a":"x\u0000y","\u0000":1,"t":"\\u0000"}"#,
    "123456789012345678901234567890.000000000000000000000001",
    "null",
    r#"{"__proto__":{"x":1},"constructor":2}"#,
    "[[],{},\"\",false]",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_payload_comes_back_byte_for_byte_from_every_call() {
    both(async |service| {
        let key = service.acme().await;
        for (number, payload) in PAYLOADS.into_iter().enumerate() {
            let body = format!(r#"{{"kind":"a","payload":{payload}}}"#);
            let held = format!(r#""payload":{payload},"result""#);
            let made = service.submit(&key, &format!("k{number}"), &body).await;
            assert!(made.text.contains(&held), "{}", made.text);
            let id = made.first("id");
            for path in [
                format!("/v1/jobs/{id}"),
                format!("/v1/jobs/by-key/k{number}"),
                "/v1/jobs".to_owned(),
            ] {
                let read = service.get(&path, &key).await;
                assert!(read.text.contains(&held), "{path}: {}", read.text);
            }
            let claimed = service.claim(&key).await;
            assert!(claimed.text.contains(&held), "{}", claimed.text);
            let token = claimed.first("token");
            let done = format!(r#"{{"lease_token":"{token}","result":{payload}}}"#);
            let done = service.post(&format!("/v1/jobs/{id}/complete"), &key, done).await;
            assert!(done.text.contains(&held), "{}", done.text);
            assert!(done.text.contains(&format!(r#""result":{payload},"error""#)), "{}", done.text);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn units_are_whole_numbers_in_and_text_out_up_to_64_bits() {
    both(async |service| {
        let key = service.acme().await;
        service.limit("acme", "credits", i64::MAX).await;
        let ask = |units: &str| {
            format!(r#"{{"kind":"a","payload":1,"meter":"credits","units":{units}}}"#)
        };
        let made = service.submit(&key, "k", &ask("9223372036854775807")).await;
        assert_eq!(made.json()["units"], serde_json::json!("9223372036854775807"));
        let balance = service.get("/v1/tenants/acme/balance?meter=credits", &key).await;
        assert_eq!(balance.json()["reserved"], serde_json::json!("9223372036854775807"));
        assert_eq!(balance.json()["available"], serde_json::json!("0"));
        for bad in ["9223372036854775808", "-1", "1.0", "1e3", "\"1\"", "true", "null", "[1]"] {
            assert_eq!(
                service.post("/v1/jobs", &key, ask(bad)).await.code(),
                "request_invalid",
                "{bad}"
            );
        }
        assert_eq!(service.submit(&key, "k2", &ask("1")).await.code(), "limit_exceeded");
    })
    .await;
}
