//! Whose claims are repeated by a `request_id`, what it may be, and what a worker may say of a failure.

use onceover_tests::http::{Reply, Service, both};
use serde_json::json;

const BODY: &str = r#"{"kind":"a","payload":1}"#;

async fn claim(service: &Service, key: &str, worker: &str, request: &str) -> Reply {
    let body =
        json!({ "worker": worker, "queues": ["default"], "limit": 1, "request_id": request });
    service.post("/v1/claims", key, body.to_string()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_is_repeated_by_its_worker_and_by_no_other_of_the_same_key() {
    both(async |service| {
        let key = service.acme().await;
        for name in ["k1", "k2", "k3", "k4"] {
            assert_eq!(service.submit(&key, name, BODY).await.status, 201);
        }
        let token = async |key: &str, worker: &str, request: &str| {
            claim(service, key, worker, request).await.text_of("/jobs/0/lease/token")
        };
        let first = token(&key, "w1", "r/1").await;
        assert_eq!(token(&key, "w1", "r/1").await, first, "a repeat");
        let others = [
            token(&key, "w2", "r/1").await,
            // The same letters, divided otherwise.
            token(&key, "w1/r", "1").await,
            token(&service.acme().await, "w1", "r/1").await,
        ];
        for (at, other) in others.iter().enumerate() {
            assert!(*other != first && !others[..at].contains(other), "{at}");
        }
        assert_eq!(token(&key, "w1", "r/1").await, first, "still a repeat");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_id_has_1_to_255_printable_ascii_characters() {
    both(async |service| {
        let key = service.acme().await;
        let printable: String = (' '..='~').collect();
        for good in ["r", &"x".repeat(255), &printable] {
            assert_eq!(claim(service, &key, "w", good).await.status, 200, "{good:?}");
        }
        for bad in ["", "\0", "a\0b", "a\nb", "\u{7f}", "é", "😀", &"x".repeat(256)] {
            let refused = claim(service, &key, "w", bad).await;
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (400, "request_invalid"),
                "{bad:?}"
            );
            assert!(refused.text_of("/detail").contains("`request_id`"), "{}", refused.text);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_told_with_half_an_emoji_is_recorded_and_raw_bytes_are_refused() {
    both(async |service| {
        let key = service.acme().await;
        let id = service.submit(&key, "k", BODY).await.text_of("/id");
        let token = service.claim(&key).await.text_of("/jobs/0/lease/token");
        let path = format!("/v1/jobs/{id}/fail");
        let body = |message: &[u8]| {
            let head =
                format!(r#"{{"lease_token":"{token}","error":{{"class":"\ud83d","message":""#);
            let tail = br#"","backtrace":"\ude00 at \ud83d\ude00"}}"#;
            [head.as_bytes(), message, tail].concat()
        };
        for raw in [&b"\xff"[..], b"\xed\xa0\xbd", b"\xc3"] {
            let refused = service.post(&path, &key, body(raw)).await;
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (400, "request_invalid"),
                "{raw:?}"
            );
        }
        let failed = service.post(&path, &key, body(br"cut \ud83d")).await;
        assert_eq!(failed.status, 200, "{}", failed.text);
        assert_eq!(failed.text_of("/state"), "failed");
        assert_eq!(failed.text_of("/error/class"), "\u{FFFD}");
        assert_eq!(failed.text_of("/error/message"), "cut \u{FFFD}");
        assert_eq!(failed.text_of("/error/backtrace"), "\u{FFFD} at 😀");
    })
    .await;
}
