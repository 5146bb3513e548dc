//! Many requests at the same moment.

use std::collections::HashSet;

use onceover_tests::http::{Reply, both};
use onceover_tests::world::all;
use reqwest::Method;

#[tokio::test(flavor = "multi_thread")]
async fn every_2xx_has_a_complete_body_and_its_row() {
    both(async |service| {
        let key = service.acme().await;
        let posts = (0..100).map(|number| {
            let request = service.request(Method::POST, "/v1/jobs", &key);
            let body = format!(r#"{{"kind":"a","payload":{number}}}"#);
            let request = request.header("Idempotency-Key", format!("k{number}"));
            Reply::of(request.header("Content-Type", "application/json").body(body))
        });
        let answers = all(posts).await;
        assert!(answers.iter().all(|answer| answer.status == 201));
        let ids: HashSet<String> = answers.iter().map(|answer| answer.text_of("/id")).collect();
        assert_eq!(ids.len(), 100);
        assert_eq!(service.jobs().await, 100);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_sent_a_hundred_times_at_once_makes_one_job() {
    both(async |service| {
        let key = service.acme().await;
        service.limit("acme", "credits", 3).await;
        let body = r#"{"kind":"a","payload":{"n":1},"meter":"credits","units":2}"#;
        let posts = (0..100).map(|_| {
            let request = service.request(Method::POST, "/v1/jobs", &key);
            let request = request.header("Idempotency-Key", "one");
            Reply::of(request.header("Content-Type", "application/json").body(body))
        });
        let answers = all(posts).await;
        let made = answers.iter().filter(|answer| answer.status == 201).count();
        let replayed = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!((made, replayed), (1, 99));
        let ids: HashSet<String> = answers.iter().map(|answer| answer.text_of("/id")).collect();
        assert_eq!(ids.len(), 1);
        let balance = service.get("/v1/tenants/acme/balance?meter=credits", &key).await;
        assert_eq!(balance.text_of("/reserved"), "2");
    })
    .await;
}
