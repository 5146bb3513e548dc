//! Claims that wait.

use onceover_http::Limits;
use onceover_tests::http::{Reply, Service, both};
use onceover_tests::world::Backend;
use reqwest::Method;

const WAITING: &str = r#"{"worker":"w1","queues":["default"],"limit":1,"wait_seconds":60}"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_waiting_claim_gets_the_job_that_is_submitted_meanwhile() {
    both(async |service| {
        let key = service.acme().await;
        let request = service.request(Method::POST, "/v1/claims", &key);
        let waiting = Reply::of(request.header("Content-Type", "application/json").body(WAITING));
        let submitting = service.submit(&key, "k", r#"{"kind":"a","payload":1}"#);
        let (claimed, made) = tokio::join!(waiting, submitting);
        assert_eq!(claimed.text_of("/jobs/0/id"), made.text_of("/id"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_ends_waiting_claims_with_an_answer() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let service = Service::start(backend, Limits::default(), None).await;
        let key = service.acme().await;
        let request = service.request(Method::POST, "/v1/claims", &key);
        let request = request.header("Content-Type", "application/json").body(WAITING);
        let waiting = tokio::spawn(Reply::of(request));
        // Connections are accepted in order, so the claim came in before what is answered now.
        assert_eq!(service.get("/healthz", &key).await.status, 200);
        service.stop().await;
        let answer = waiting.await.unwrap();
        assert_eq!((answer.status, answer.text.as_str()), (200, r#"{"jobs":[]}"#));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wait_that_is_none_is_refused() {
    both(async |service| {
        let key = service.acme().await;
        for wait in ["61", "-1", "1e300", "\"1\""] {
            let body =
                format!(r#"{{"worker":"w","queues":["default"],"limit":1,"wait_seconds":{wait}}}"#);
            assert_eq!(
                service.post("/v1/claims", &key, body).await.code(),
                "request_invalid",
                "{wait}"
            );
        }
    })
    .await;
}
