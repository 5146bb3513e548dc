//! A refused request leaves its key free.

use onceover_api::SetLimitRequest;
use onceover_tests::http::{Reply, both};
use reqwest::Method;

const RIGHT: &str = r#"{"kind":"a","payload":{"n":1},"meter":"credits","units":5}"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_key_whose_requests_were_refused_can_still_make_its_job() {
    both(async |service| {
        let key = service.acme().await;
        let huge = format!(r#"{{"kind":"a","payload":"{}"}}"#, "x".repeat(2 * 1024 * 1024));
        let refusals = [
            (r#"{"kind":"a""#, 400, "request_invalid"),
            (r#"{"kind":"a"}"#, 400, "request_invalid"),
            (r#"{"kind":"a","payload":1,"payload":2}"#, 400, "request_invalid"),
            (&huge, 413, "payload_too_large"),
            (RIGHT, 422, "meter_unknown"),
        ];
        for (body, status, code) in refusals {
            let refused = service.submit(&key, "order-1", body).await;
            assert_eq!((refused.status, refused.code().as_str()), (status, code));
        }
        let form =
            service.request(Method::POST, "/v1/jobs", &key).header("Idempotency-Key", "order-1");
        let form = form.header("Content-Type", "text/plain").body(RIGHT);
        assert_eq!(Reply::of(form).await.status, 415);

        service.limit("acme", "credits", 4).await;
        let over = service.submit(&key, "order-1", RIGHT).await;
        assert_eq!((over.status, over.code().as_str()), (429, "limit_exceeded"));
        assert_eq!(over.text_of("/asked"), "5");
        assert_eq!(service.jobs().await, 0);

        let more = SetLimitRequest {
            tenant: "acme".to_owned(),
            meter: "credits".to_owned(),
            limit: 5,
            scale: None,
            period: None,
            reserve: None,
            overage: None,
            reason: "topped up".to_owned(),
            request_id: "topped-up".to_owned(),
        };
        service.api.set_limit(&service.operator, more).await.unwrap();
        let made = service.submit(&key, "order-1", RIGHT).await;
        assert_eq!(made.status, 201, "{}", made.text);
        assert_eq!(service.submit(&key, "order-1", RIGHT).await.status, 200);
        assert_eq!(service.jobs().await, 1);
    })
    .await;
}
