//! Deep nesting is refused, never followed down the stack.

use onceover_tests::http::both;

fn nested(depth: usize) -> [String; 2] {
    [
        format!("{}{}", "[".repeat(depth), "]".repeat(depth)),
        format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth)),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payload_may_be_128_deep_and_no_deeper() {
    both(async |service| {
        let key = service.acme().await;
        for depth in [127, 128, 129, 10_000, 100_000] {
            for payload in nested(depth) {
                let body = format!(r#"{{"kind":"a","payload":{payload}}}"#);
                let answer = service.post("/v1/jobs", &key, body).await;
                if depth <= 128 {
                    assert_eq!(answer.status, 201, "{depth}: {}", answer.text);
                    assert!(answer.text.contains(&payload));
                    let id = answer.first("id");
                    assert_eq!(service.get(&format!("/v1/jobs/{id}"), &key).await.status, 200);
                } else {
                    assert_eq!(answer.code(), "request_invalid", "{depth}");
                }
            }
        }
        // Broken off, so that the size does not matter.
        for open in ["[", "{\"a\":"] {
            let body = format!(r#"{{"kind":"a","payload":{}"#, open.repeat(1_000_000 / open.len()));
            assert_eq!(service.post("/v1/jobs", &key, body).await.code(), "request_invalid");
        }
        let body = format!(r#"{{"kind":"a","payload":{}"#, "[".repeat(1_000_000));
        assert_eq!(service.post("/v1/jobs", &key, body).await.code(), "request_invalid");
        assert_eq!(service.jobs().await, 4);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_is_held_to_the_same_depth_and_the_lease_stays() {
    both(async |service| {
        let key = service.acme().await;
        let id = service.submit(&key, "k", r#"{"kind":"a","payload":1}"#).await.text_of("/id");
        let token = service.claim(&key).await.text_of("/jobs/0/lease/token");
        let complete = async |result: &str| {
            let body = format!(r#"{{"lease_token":"{token}","result":{result}}}"#);
            service.post(&format!("/v1/jobs/{id}/complete"), &key, body).await
        };
        for depth in [129, 10_000, 100_000] {
            for result in nested(depth) {
                assert_eq!(complete(&result).await.code(), "request_invalid", "{depth}");
            }
        }
        let unclosed = "[".repeat(1_000_000);
        assert_eq!(complete(&unclosed).await.code(), "request_invalid");
        let deepest = nested(128);
        assert_eq!(complete(&deepest[0]).await.first("state"), "succeeded");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_bodies_are_not_followed_down_either() {
    both(async |service| {
        let key = service.acme().await;
        for body in nested(100_000) {
            assert_eq!(
                service.post("/v1/claims", &key, body.clone()).await.code(),
                "request_invalid"
            );
            let inside = format!(r#"{{"worker":"w","queues":{body},"limit":1}}"#);
            assert_eq!(service.post("/v1/claims", &key, inside).await.code(), "request_invalid");
        }
    })
    .await;
}
