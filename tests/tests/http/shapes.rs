//! The exact shape of every answer. A change here is a change of the contract.

use onceover_tests::http::{Reply, Service, both, masked};
use reqwest::Method;

/// Compares a call's answer with its snapshot; both databases answer alike.
fn check(name: &str, reply: &Reply) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, masked(&reply.shown()));
    });
}

const ORDER: &str = r#"{"kind":"invoice.charge","payload":{"order":42},"priority":5,"max_attempts":3,"meter":"credits","units":7,"labels":{"region":"eu"}}"#;

async fn submitted(service: &Service, key: &str) -> String {
    service.limit("acme", "credits", 100).await;
    let made = service.submit(key, "order-42", ORDER).await;
    assert_eq!(made.status, 201, "{}", made.text);
    made.text_of("/id")
}

#[tokio::test(flavor = "multi_thread")]
async fn submitting() {
    both(async |service| {
        let key = service.acme().await;
        service.limit("acme", "credits", 100).await;
        check("submit_created", &service.submit(&key, "order-42", ORDER).await);
        check("submit_replayed", &service.submit(&key, "order-42", ORDER).await);
        let other = ORDER.replace("42", "43").replace("\"units\":7", "\"units\":8");
        check("submit_key_reused", &service.submit(&key, "order-42", &other).await);
        let large = ORDER.replace("\"units\":7", "\"units\":94");
        check("submit_limit_exceeded", &service.submit(&key, "order-44", &large).await);
        check(
            "submit_without_key",
            &service.post("/v1/jobs", &key, r#"{"kind":"a","payload":null}"#).await,
        );
        check("submit_invalid", &service.post("/v1/jobs", &key, r#"{"kind":"a"}"#).await);
        let unknown = r#"{"kind":"a","payload":1,"meter":"nothing","units":1}"#;
        check("submit_meter_unknown", &service.post("/v1/jobs", &key, unknown).await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reading() {
    both(async |service| {
        let key = service.acme().await;
        let id = submitted(service, &key).await;
        check("job", &service.get(&format!("/v1/jobs/{id}"), &key).await);
        check("job", &service.get("/v1/jobs/by-key/order-42", &key).await);
        check(
            "job_not_found",
            &service.get("/v1/jobs/0199d0a1-0000-7000-8000-000000000000", &key).await,
        );
        check(
            "jobs",
            &service
                .get("/v1/jobs?state=queued&kind=invoice.charge&queue=default&key=order-42", &key)
                .await,
        );
        check("jobs_none", &service.get("/v1/jobs?state=dead_letter", &key).await);
        check("jobs_bad_query", &service.get("/v1/jobs?colour=red", &key).await);
        check("jobs_bad_limit", &service.get("/v1/jobs?limit=many", &key).await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn working() {
    both(async |service| {
        let key = service.acme().await;
        let id = submitted(service, &key).await;
        let claims = service.claim(&key).await;
        check("claims", &claims);
        check("claims_none", &service.claim(&key).await);
        let token = claims.text_of("/jobs/0/lease/token");
        let call = async |verb: &str, members: &str| {
            let body = format!(r#"{{"lease_token":"{token}"{members}}}"#);
            service.post(&format!("/v1/jobs/{id}/{verb}"), &key, body).await
        };
        check("heartbeat", &call("heartbeat", r#","lease_seconds":60"#).await);
        check("complete_exceeds_reservation", &call("complete", r#","units":8"#).await);
        check("complete_bad_units", &call("complete", r#","units":"7""#).await);
        check("complete", &call("complete", r#","units":5,"result":{"paid":true}"#).await);
        check("complete", &call("complete", r#","units":5,"result":{"paid":true}"#).await);
        check("complete_again", &call("complete", r#","units":6"#).await);
        check("fail_lease_lost", &call("fail", r#","error":{"class":"x","message":"late"}"#).await);
        check(
            "cancel_wrong_state",
            &service.post(&format!("/v1/jobs/{id}/cancel"), &key, "").await,
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ending_otherwise() {
    both(async |service| {
        let key = service.acme().await;
        let id = submitted(service, &key).await;
        let token = service.claim(&key).await.text_of("/jobs/0/lease/token");
        let body = format!(r#"{{"lease_token":"{token}","delay_seconds":0}}"#);
        check("release", &service.post(&format!("/v1/jobs/{id}/release"), &key, body).await);
        let token = service.claim(&key).await.text_of("/jobs/0/lease/token");
        let body = format!(
            r#"{{"lease_token":"{token}","error":{{"class":"http_503","message":"no answer"}},"retryable":true,"retry_after_seconds":3600}}"#
        );
        check("fail", &service.post(&format!("/v1/jobs/{id}/fail"), &key, body).await);
        check("cancel", &service.post(&format!("/v1/jobs/{id}/cancel"), &key, "").await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_the_ledger() {
    both(async |service| {
        let key = service.acme().await;
        let id = submitted(service, &key).await;
        let token = service.claim(&key).await.text_of("/jobs/0/lease/token");
        let body = format!(r#"{{"lease_token":"{token}","units":5}}"#);
        let done = service.post(&format!("/v1/jobs/{id}/complete"), &key, body).await;
        assert_eq!(done.status, 200, "{}", done.text);
        check("accounts", &service.get("/v1/tenants/acme/accounts", &key).await);
        check("balance", &service.get("/v1/tenants/acme/balance?meter=credits", &key).await);
        check(
            "balance_unknown_meter",
            &service.get("/v1/tenants/acme/balance?meter=x", &key).await,
        );
        check("balance_without_meter", &service.get("/v1/tenants/acme/balance", &key).await);
        check("ledger", &service.get("/v1/tenants/acme/ledger?meter=credits", &key).await);
        let page = service.get("/v1/tenants/acme/ledger?meter=credits&limit=1", &key).await;
        check("ledger_first_page", &page);
        let cursor = page.text_of("/next_cursor");
        let next = format!("/v1/tenants/acme/ledger?meter=credits&limit=1&cursor={cursor}");
        check("ledger_second_page", &service.get(&next, &key).await);
        check("tenant_of_others", &service.get("/v1/tenants/borealis/accounts", &key).await);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn health_and_refusals_before_the_call() {
    both(async |service| {
        check("healthz", &service.get("/healthz", "none").await);
        check("readyz", &service.get("/readyz", "none").await);
        check("unauthorized", &service.get("/v1/jobs", "oo_0123456789abcdef_wrong").await);
        let reads = service.key(Some("acme"), &["read"]).await;
        check("scope_missing", &service.post("/v1/jobs", &reads, "{").await);
        check("no_route", &service.get("/v2/jobs", &reads).await);
        check("no_method", &Reply::of(service.request(Method::DELETE, "/v1/jobs", &reads)).await);
        let all = service.key(None, &["admin"]).await;
        check(
            "tenant_missing",
            &service.post("/v1/jobs", &all, r#"{"kind":"a","payload":1}"#).await,
        );
    })
    .await;
}
