//! From `init` to a requeued dead letter that is charged once, by the commands that scripts rely on.

use serde_json::json;

use crate::program::both;

const BODY: &str = r#"{"kind":"invoice.charge","payload":{"n":12345678901234567890.10},"meter":"credits","units":150}"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_letter_is_requeued_from_the_shell_and_charged_once() {
    both(async |program| {
        let key = program.key().await;
        let served = program.serve().await;
        let (status, made) = served.post("/v1/jobs", &key, "order-42", BODY).await;
        assert_eq!(status, 201, "{made}");
        let id = made["id"].as_str().unwrap();

        let claim = r#"{"worker":"w","queues":["default"],"limit":1}"#;
        let (_, claimed) = served.post("/v1/claims", &key, "unused", claim).await;
        let token = claimed["jobs"][0]["lease"]["token"].as_str().unwrap();
        let fail = format!(r#"{{"lease_token":"{token}","retryable":false,"error":{{"class":"http_410","message":"gone"}}}}"#);
        let (status, failed) = served.post(&format!("/v1/jobs/{id}/fail"), &key, "unused", &fail).await;
        assert_eq!((status, &failed["state"]), (200, &json!("dead_letter")));

        let listed = program.json(&["jobs", "list", "--state", "dead_letter"]).await;
        assert_eq!(listed["items"][0]["id"], made["id"]);
        assert_eq!(listed["next_cursor"], json!(null));
        let raw = program.ok(&["jobs", "list", "--json"]).await.stdout;
        assert!(raw.contains(r#""payload":{"n":12345678901234567890.10}"#), "{raw}");
        let groups = program.json(&["dead-letters", "list"]).await;
        assert_eq!((&groups["groups"][0]["class"], &groups["groups"][0]["jobs"]), (&json!("http_410"), &json!(1)));

        let short = program.run(&["dead-letters", "requeue", id, "--reason", "x", "--json"]).await;
        assert_eq!((short.code, short.stdout.as_str()), (1, ""));
        assert!(short.stderr.contains(r#"{"error":{"status":400,"code":"reason_invalid""#), "{short:?}");
        let reason = ["--reason", "the endpoint is back", "--request-id", "click-1"];
        let requeued = program.json(&[&["dead-letters", "requeue", id], &reason[..]].concat()).await;
        assert_eq!((&requeued["state"], &requeued["hold"]), (&json!("executed"), &json!("keep")));
        let repeated = program.json(&[&["dead-letters", "requeue", id], &reason[..]].concat()).await;
        assert_eq!((&repeated["id"], &repeated["replayed"]), (&requeued["id"], &json!(true)));
        let again = program.run(&["dead-letters", "requeue", id, "--reason", "once more"]).await;
        assert_eq!(again.code, 1, "it is queued by now: {again:?}");
        let nothing = "0199d0a1-0000-7000-8000-000000000000";
        let unknown = program.run(&[&["dead-letters", "requeue", nothing], &reason[..]].concat()).await;
        assert_eq!((unknown.code, unknown.stderr.as_str()), (1, "error: there is no such job\n"));

        let (_, claimed) = served.post("/v1/claims", &key, "unused", claim).await;
        assert_eq!(claimed["jobs"][0]["attempt"], json!(2));
        let token = claimed["jobs"][0]["lease"]["token"].as_str().unwrap();
        let complete = format!(r#"{{"lease_token":"{token}"}}"#);
        let (_, done) = served.post(&format!("/v1/jobs/{id}/complete"), &key, "unused", &complete).await;
        assert_eq!(done["state"], json!("succeeded"));

        let ledger = program.json(&["ledger", "show", "--tenant", "acme", "--meter", "credits"]).await;
        let kinds: Vec<_> = ledger["entries"].as_array().unwrap().iter().map(|entry| &entry["kind"]).collect();
        assert_eq!(kinds, ["confirm", "reserve"]);
        assert_eq!((&ledger["balance"]["used"], &ledger["balance"]["reserved"]), (&json!("150"), &json!("0")));
        let shown = program.ok(&["ledger", "show", "--tenant", "acme", "--meter", "credits"]).await.stdout;
        assert!(shown.contains("used                  1.50\n"), "{shown}");
        let detail = program.json(&["jobs", "show", id]).await;
        assert_eq!(detail["overrides"][0]["reason"], json!("the endpoint is back"));
        assert_eq!(detail["attempts"].as_array().unwrap().len(), 2);
        served.process.stop().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn set_up_may_be_repeated_and_a_later_limit_needs_a_reason() {
    both(async |program| {
        assert_eq!(program.json(&["init", "--operator", "other"]).await["operator"], json!("ops"));
        assert_eq!(program.json(&["tenants", "create", "acme"]).await["created"], json!(false));
        assert_eq!(program.json(&["tenants", "list"]).await["items"], json!(["acme"]));
        let raise = ["tenants", "set-limit", "acme", "--meter", "credits", "--limit", "20000"];
        let refused = program.run(&raise).await;
        assert_eq!(refused.code, 1, "{refused:?}");
        let with_reason =
            [&raise[..], &["--reason", "they pay more", "--request-id", "r1"]].concat();
        let set = program.json(&with_reason).await;
        assert_eq!(
            (&set["limit"], &set["override"]["state"]),
            (&json!("20000"), &json!("executed"))
        );
        let again = program.json(&with_reason).await;
        assert_eq!(again["override"]["replayed"], json!(true));
        assert_eq!(again["limit_version"], set["limit_version"]);
        let fixed = [&raise[..], &["--reason", "in cents", "--scale", "3"]].concat();
        assert_eq!(program.run(&fixed).await.code, 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_key_opens_nothing_any_more() {
    both(async |program| {
        let served = program.serve().await;
        let made = program
            .json(&["keys", "create", "--all-tenants", "--scopes", "work", "--name", "w"])
            .await;
        assert_eq!(made["tenant"], json!(null));
        let listed = program.ok(&["keys", "list", "--json"]).await.stdout;
        let key = made["key"].as_str().unwrap();
        assert!(!listed.contains(key.rsplit('_').next().unwrap()), "secrets are not listed");
        program.ok(&["keys", "revoke", made["id"].as_str().unwrap()]).await;
        let claim = r#"{"worker":"w","queues":["default"],"limit":1}"#;
        let (status, problem) = served.post("/v1/claims", key, "unused", claim).await;
        assert_eq!((status, &problem["code"]), (401, &json!("unauthorized")));
        let twice = program.run(&["keys", "revoke", made["id"].as_str().unwrap()]).await;
        assert_eq!(twice.code, 1);
        served.process.stop().await;
    })
    .await;
}
