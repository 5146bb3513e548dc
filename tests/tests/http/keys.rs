//! Idempotency keys as headers: whose they are, what they may be, and that a refused request does not burn one.

use onceover_tests::http::{Reply, both};
use reqwest::Method;

const BODY: &str = r#"{"kind":"a","payload":{"n":1}}"#;

#[tokio::test(flavor = "multi_thread")]
async fn two_tenants_may_use_one_key_and_two_credentials_of_a_tenant_share_it() {
    both(async |service| {
        let (acme, again) = (service.acme().await, service.acme().await);
        let other = service.key(Some("borealis"), &["submit", "read"]).await;
        let first = service.submit(&acme, "order-1", BODY).await;
        assert_eq!(first.status, 201);
        let theirs = service.submit(&other, "order-1", BODY).await;
        assert_eq!(theirs.status, 201);
        assert_ne!(theirs.text_of("/id"), first.text_of("/id"));
        let changed = service.submit(&other, "order-1", r#"{"kind":"b","payload":2}"#).await;
        assert_eq!(changed.status, 422);
        assert_eq!(changed.text_of("/job"), theirs.text_of("/id"), "their own job is named");
        let same = service.submit(&again, "order-1", BODY).await;
        assert_eq!((same.status, same.text_of("/id")), (200, first.text_of("/id")));
        assert_eq!(same.header("idempotency-replayed"), Some("true"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bare_and_quoted_are_one_key_and_what_is_none_is_refused() {
    both(async |service| {
        let key = service.acme().await;
        assert_eq!(service.submit(&key, "a", BODY).await.status, 201);
        assert_eq!(service.submit(&key, "\"a\"", BODY).await.status, 200);
        assert_eq!(service.submit(&key, "A", BODY).await.status, 201);
        let longest = "x".repeat(255);
        assert_eq!(service.submit(&key, &longest, BODY).await.status, 201);
        for bad in ["", "\"\"", &"x".repeat(256), "\"open", "é"] {
            let refused = service.submit(&key, bad, BODY).await;
            assert_eq!(refused.code(), "idempotency_key_invalid", "{bad:?}");
            assert_eq!(refused.status, 400);
        }
        let twice = service.request(Method::POST, "/v1/jobs", &key);
        let twice = twice.header("Content-Type", "application/json");
        let twice = twice.header("Idempotency-Key", "b").header("Idempotency-Key", "b").body(BODY);
        assert_eq!(Reply::of(twice).await.code(), "idempotency_key_invalid");
        assert_eq!(service.jobs().await, 3);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_is_found_by_any_key_that_made_one() {
    both(async |service| {
        let key = service.acme().await;
        let printable: String = (' '..='~').collect();
        let quoted = format!("\"{}\"", printable.replace('\\', "\\\\").replace('"', "\\\""));
        let made = service.submit(&key, &quoted, BODY).await;
        assert_eq!((made.status, made.text_of("/idempotency_key")), (201, printable.clone()));
        let encoded: String = printable.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let found = service.get(&format!("/v1/jobs/by-key/{encoded}"), &key).await;
        assert_eq!(found.text_of("/id"), made.text_of("/id"));
        let listed = service.get(&format!("/v1/jobs?key={encoded}"), &key).await;
        assert_eq!(listed.text_of("/items/0/id"), made.text_of("/id"));

        let slash = service.submit(&key, "a/b", BODY).await;
        let found = service.get("/v1/jobs/by-key/a/b", &key).await;
        assert_eq!(found.text_of("/id"), slash.text_of("/id"));
        for none in ["%00", "%C3%A9", "%FF", "nothing"] {
            assert_eq!(
                service.get(&format!("/v1/jobs/by-key/{none}"), &key).await.code(),
                "not_found"
            );
        }
        assert_eq!(service.get("/v1/jobs?key=%00", &key).await.code(), "request_invalid");
        assert_eq!(service.get("/v1/jobs?error=%00", &key).await.code(), "request_invalid");
    })
    .await;
}
