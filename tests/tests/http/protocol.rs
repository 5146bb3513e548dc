//! What the transport promises for every call.

use onceover_tests::http::{Reply, both};
use reqwest::Method;

#[tokio::test(flavor = "multi_thread")]
async fn a_request_id_is_echoed_when_it_is_one_and_made_when_it_is_not() {
    both(async |service| {
        let key = service.acme().await;
        let send = async |ids: &[&str]| {
            let mut request = service.request(Method::GET, "/v1/jobs", &key);
            for id in ids {
                request = request.header("Request-Id", *id);
            }
            Reply::of(request).await.header("request-id").unwrap().to_owned()
        };
        assert_eq!(send(&["click-17"]).await, "click-17");
        for none in [&[][..], &[""], &["a b"], &[&"x".repeat(129)], &["a", "b"]] {
            let made = send(none).await;
            assert!(uuid::Uuid::try_parse(&made).is_ok(), "{none:?} gave {made}");
        }
        let request =
            service.request(Method::POST, "/v1/jobs", &key).header("Request-Id", "click-18");
        let request =
            request.header("Idempotency-Key", "k").header("Content-Type", "application/json");
        let made = Reply::of(request.body(r#"{"kind":"a","payload":1}"#)).await;
        let detail = service.api.job_detail(&service.operator, &made.text_of("/id")).await.unwrap();
        assert_eq!(detail.submissions[0].request_id, "click-18");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_checked_before_its_scope_and_its_scope_before_the_body() {
    both(async |service| {
        let reads = service.key(Some("acme"), &["read"]).await;
        let garbage = async |key: &str| {
            let request =
                service.client.post(service.url("/v1/jobs")).header("Content-Type", "text/plain");
            let request = request.header("Authorization", key).header("Idempotency-Key", "");
            Reply::of(request.body("{")).await
        };
        for unknown in
            ["", "Bearer", "Bearer x", "Basic YTpi", "Bearer oo_", "Bearer oo_a_b", &reads]
        {
            let refused = garbage(unknown).await;
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (401, "unauthorized"),
                "{unknown:?}"
            );
            assert!(refused.header("www-authenticate").is_some());
        }
        assert_eq!(garbage(&format!("Bearer {reads}")).await.code(), "scope_missing");
        assert_eq!(garbage(&format!("bearer  {reads}")).await.code(), "scope_missing");
        let submits = service.key(Some("acme"), &["submit"]).await;
        assert_eq!(garbage(&format!("Bearer {submits}")).await.status, 415);
        assert_eq!(service.submit(&submits, "", "{").await.code(), "request_invalid");
        let body = r#"{"kind":"a","payload":1}"#;
        assert_eq!(service.submit(&submits, "", body).await.code(), "idempotency_key_invalid");
        assert_eq!(service.get("/v1/jobs", &submits).await.code(), "scope_missing");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_key_is_refused() {
    both(async |service| {
        let key = service.acme().await;
        let id = key.split('_').nth(1).unwrap();
        service.api.revoke_key(&service.operator, id).await.unwrap();
        assert_eq!(service.get("/v1/jobs", &key).await.status, 401);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_id_is_answered_like_an_id_of_nothing() {
    both(async |service| {
        let key = service.acme().await;
        for id in [
            "x",
            "%00",
            "%FF",
            "..%2F..%2Fetc",
            "0199d0a1-0000-7000-8000-00000000000",
            "'%20or%201=1",
        ] {
            let answer = service.get(&format!("/v1/jobs/{id}"), &key).await;
            assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{id}");
        }
        let answer = service.post("/v1/jobs/x/cancel", &key, "").await;
        assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn head_is_get_without_the_body() {
    both(async |service| {
        let answer = Reply::of(service.request(Method::HEAD, "/healthz", "none")).await;
        assert_eq!((answer.status, answer.text.as_str()), (200, ""));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_follow_one_another_without_gap_or_repeat() {
    both(async |service| {
        let key = service.acme().await;
        let mut made = vec![];
        for number in 0..7 {
            let body = format!(r#"{{"kind":"a","payload":{number}}}"#);
            made.push(service.submit(&key, &format!("k{number}"), &body).await.text_of("/id"));
        }
        made.reverse();
        let mut seen = vec![];
        let mut path = "/v1/jobs?limit=3".to_owned();
        loop {
            let page = service.get(&path, &key).await.json();
            for job in page["items"].as_array().unwrap() {
                seen.push(job["id"].as_str().unwrap().to_owned());
            }
            match page["next_cursor"].as_str() {
                Some(cursor) => path = format!("/v1/jobs?limit=3&cursor={cursor}"),
                None => break,
            }
        }
        assert_eq!(seen, made);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_large_jobs_ends_early_and_goes_on_with_its_cursor() {
    both(async |service| {
        let key = service.acme().await;
        let body = format!(r#"{{"kind":"a","payload":"{}"}}"#, "x".repeat(1_000_000));
        for number in 0..18 {
            assert_eq!(service.submit(&key, &format!("k{number}"), &body).await.status, 201);
        }
        let first = service.get("/v1/jobs", &key).await.json();
        assert_eq!(first["items"].as_array().unwrap().len(), 16);
        let next = format!("/v1/jobs?cursor={}", first["next_cursor"].as_str().unwrap());
        let second = service.get(&next, &key).await.json();
        assert_eq!(second["items"].as_array().unwrap().len(), 2);
        assert!(second["next_cursor"].is_null());
    })
    .await;
}
