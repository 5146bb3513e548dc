//! One tenant's key sees nothing of another's.

use onceover_tests::http::{Service, both, masked};
use reqwest::Method;
use uuid::Uuid;

const BODY: &str = r#"{"kind":"a","payload":{"secret":"of acme"},"meter":"credits","units":1}"#;

async fn acme_job(service: &Service) -> (String, String, String) {
    service.limit("acme", "credits", 10).await;
    let acme = service.acme().await;
    let id = service.submit(&acme, "order-1", BODY).await.text_of("/id");
    let token = service.claim(&acme).await.text_of("/jobs/0/lease/token");
    (acme, id, token)
}

#[tokio::test(flavor = "multi_thread")]
async fn another_tenants_job_is_answered_like_a_random_one() {
    both(async |service| {
        let (acme, id, token) = acme_job(service).await;
        let before = service.get(&format!("/v1/jobs/{id}"), &acme).await.text;
        let other = service.key(Some("borealis"), &["submit", "read", "work", "admin"]).await;
        let verbs = [
            (Method::GET, "", String::new()),
            (Method::POST, "/cancel", String::new()),
            (Method::POST, "/heartbeat", format!(r#"{{"lease_token":"{token}"}}"#)),
            (Method::POST, "/complete", format!(r#"{{"lease_token":"{token}","units":0}}"#)),
            (
                Method::POST,
                "/fail",
                format!(r#"{{"lease_token":"{token}","error":{{"class":"x","message":"x"}}}}"#),
            ),
            (Method::POST, "/release", format!(r#"{{"lease_token":"{token}"}}"#)),
        ];
        for (method, verb, body) in verbs {
            let call = async |id: &str| {
                let request =
                    service.request(method.clone(), &format!("/v1/jobs/{id}{verb}"), &other);
                let request = request.header("Content-Type", "application/json").body(body.clone());
                onceover_tests::http::Reply::of(request).await
            };
            let theirs = call(&id).await;
            let random = call(&Uuid::now_v7().to_string()).await;
            assert_eq!(theirs.code(), "not_found", "{verb}");
            assert_eq!(theirs.status, 404, "{verb}");
            assert_eq!(masked(&theirs.shown()), masked(&random.shown()), "{verb}");
            assert_eq!(theirs.headers.len(), random.headers.len(), "{verb}");
        }
        assert_eq!(service.get(&format!("/v1/jobs/{id}"), &acme).await.text, before);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_claims_and_ledgers_hold_only_ones_own() {
    both(async |service| {
        let (acme, _, _) = acme_job(service).await;
        let waiting = service.submit(&acme, "order-2", BODY).await.text_of("/id");
        let other = service.key(Some("borealis"), &["submit", "read", "work"]).await;
        assert_eq!(service.get("/v1/jobs", &other).await.json()["items"], serde_json::json!([]));
        assert_eq!(service.get("/v1/jobs/by-key/order-1", &other).await.code(), "not_found");
        assert_eq!(service.claim(&other).await.json()["jobs"], serde_json::json!([]));
        for path in ["accounts", "balance?meter=credits", "ledger?meter=credits"] {
            let theirs = service.get(&format!("/v1/tenants/acme/{path}"), &other).await;
            let nobodys = service.get(&format!("/v1/tenants/nobody/{path}"), &other).await;
            assert_eq!(theirs.status, 404, "{path}");
            assert_eq!(theirs.text, nobodys.text, "{path}");
        }
        let claim = r#"{"worker":"w","queues":["default"],"limit":9,"tenant":"acme"}"#;
        assert_eq!(service.post("/v1/claims", &other, claim).await.code(), "other_tenant");
        assert_eq!(
            service.get(&format!("/v1/jobs/{waiting}"), &acme).await.text_of("/state"),
            "queued"
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_of_all_tenants_names_the_tenant_where_it_matters_and_nowhere_else() {
    both(async |service| {
        let all = service.key(None, &["submit", "read", "work"]).await;
        let made = service.submit(&all, "k", r#"{"kind":"a","payload":1,"tenant":"acme"}"#).await;
        assert_eq!(made.text_of("/tenant"), "acme");
        let id = made.text_of("/id");
        assert_eq!(service.get(&format!("/v1/jobs/{id}"), &all).await.status, 200);
        assert_eq!(service.get("/v1/jobs/by-key/k", &all).await.code(), "tenant_missing");
        assert_eq!(service.get("/v1/jobs/by-key/k?tenant=acme", &all).await.text_of("/id"), id);
        assert_eq!(service.get("/v1/jobs/by-key/k?tenant=borealis", &all).await.status, 404);
        assert_eq!(service.get("/v1/tenants/nobody/accounts", &all).await.status, 404);
        assert_eq!(service.claim(&all).await.text_of("/jobs/0/id"), id);
    })
    .await;
}
