//! A real HTTP server in this process, on a database of its own, and short words for talking to it.
#![expect(missing_docs, reason = "the words are those of HTTP and of the product")]
#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

mod mask;

use std::net::SocketAddr;
use std::sync::Arc;

use onceover_api::{Api, Caller, Init, SetLimitRequest};
use onceover_engine::{Engine, Settings};
use onceover_http::Limits;
use onceover_store::Clock;
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::world::{Backend, Database};
pub use mask::masked;

/// Serves the API on one database with the tenants `acme` and `borealis`.
pub struct Service {
    pub database: Database,
    pub api: Arc<Api>,
    pub operator: Caller,
    pub address: SocketAddr,
    pub client: Client,
    stop: oneshot::Sender<()>,
    served: JoinHandle<std::io::Result<()>>,
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

/// A client that follows no redirect and knows no proxy.
#[must_use]
pub fn client() -> Client {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // Another test of this process may have been faster.
        drop(rustls::crypto::ring::default_provider().install_default());
    }
    Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap()
}

/// Holds a law on both databases.
pub async fn both(law: impl AsyncFn(&Service)) {
    both_with(Limits::default(), law).await;
}

/// As [`both`], with other limits.
pub async fn both_with(limits: Limits, law: impl AsyncFn(&Service)) {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let service = Service::start(backend, limits.clone(), None).await;
        law(&service).await;
        service.stop().await;
    }
}

/// As [`both`], with a pool of one connection where there is a pool: one that is not given back clean stops everything.
pub async fn both_narrow(law: impl AsyncFn(&Service)) {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let service = Service::start(backend, Limits::default(), Some(1)).await;
        law(&service).await;
        service.stop().await;
    }
}

impl Service {
    pub async fn start(backend: Backend, limits: Limits, connections: Option<u32>) -> Self {
        let database = Database::fresh(backend).await;
        let store = database.store(Clock::Database, connections).await;
        let api = Api::new(Engine::start(store, Settings::default()));
        let init = Init {
            name: "test".to_owned(),
            environment: "test".to_owned(),
            operator: "ops".to_owned(),
        };
        assert!(api.init(init).await.unwrap());
        let operator = api.local_operator().await.unwrap();
        for tenant in ["acme", "borealis"] {
            assert!(api.create_tenant(&operator, tenant).await.unwrap());
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let shutdown = async move { drop(stopped.await) };
        let served =
            tokio::spawn(onceover_http::serve_with(Arc::clone(&api), listener, shutdown, limits));
        Self { database, api, operator, address, client: client(), stop, served }
    }

    /// Ends the server, looks whether everything agrees and removes the database.
    pub async fn stop(self) {
        let Self { database, api, operator, client, stop, served, .. } = self;
        drop(client);
        stop.send(()).unwrap();
        served.await.unwrap().unwrap();
        let report = api.verify(&operator).await.unwrap();
        assert!(report.ok, "{report:?}");
        api.engine().store().close().await;
        database.remove().await;
    }

    /// A new API key; without a tenant it serves all.
    pub async fn key(&self, tenant: Option<&str>, scopes: &[&str]) -> String {
        let scopes: Vec<String> = scopes.iter().map(|scope| (*scope).to_owned()).collect();
        self.api.create_key(&self.operator, tenant, &scopes, "test").await.unwrap().key
    }

    /// A key of `acme` for everything a client and a worker do.
    pub async fn acme(&self) -> String {
        self.key(Some("acme"), &["submit", "read", "work"]).await
    }

    /// Sets a meter's first limit.
    pub async fn limit(&self, tenant: &str, meter: &str, limit: i64) {
        let request = SetLimitRequest {
            tenant: tenant.to_owned(),
            meter: meter.to_owned(),
            limit,
            scale: None,
            period: None,
            reserve: None,
            overage: None,
            reason: "a test".to_owned(),
            request_id: uuid::Uuid::now_v7().to_string(),
        };
        self.api.set_limit(&self.operator, request).await.unwrap();
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn request(&self, method: Method, path: &str, key: &str) -> RequestBuilder {
        self.client.request(method, self.url(path)).bearer_auth(key)
    }

    pub async fn get(&self, path: &str, key: &str) -> Reply {
        Reply::of(self.request(Method::GET, path, key)).await
    }

    pub async fn post(&self, path: &str, key: &str, body: impl Into<reqwest::Body>) -> Reply {
        let request = self.request(Method::POST, path, key);
        Reply::of(request.header("Content-Type", "application/json").body(body)).await
    }

    /// Submits with an `Idempotency-Key`.
    pub async fn submit(&self, key: &str, idempotency_key: &str, body: &str) -> Reply {
        let request = self.request(Method::POST, "/v1/jobs", key);
        let request = request.header("Content-Type", "application/json");
        Reply::of(request.header("Idempotency-Key", idempotency_key).body(body.to_owned())).await
    }

    /// Claims the jobs that are due.
    pub async fn claim(&self, key: &str) -> Reply {
        let body = r#"{"worker":"w1","queues":["default"],"limit":10,"lease_seconds":30}"#;
        self.post("/v1/claims", key, body).await
    }

    /// How many jobs there are.
    pub async fn jobs(&self) -> i64 {
        let filter = onceover_api::dto::JobFilter::default();
        let list = self.api.job_list(&self.operator, filter).await.unwrap();
        list.counts.iter().map(|count| count.count).sum()
    }
}

impl Reply {
    pub async fn of(request: RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Self { status, headers, text: response.text().await.unwrap() }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The first string member of this name, found as text: payloads may hold what this JSON reader does not take.
    pub fn first(&self, name: &str) -> String {
        let begin = format!("\"{name}\":\"");
        let (_, rest) =
            self.text.split_once(&begin).unwrap_or_else(|| panic!("{name} in {}", self.text));
        rest.split('"').next().unwrap().to_owned()
    }

    /// A member of the answer, as text.
    pub fn text_of(&self, pointer: &str) -> String {
        let json = self.json();
        let member = json.pointer(pointer).unwrap_or_else(|| panic!("{pointer} in {json}"));
        member.as_str().map_or_else(|| member.to_string(), str::to_owned)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// The stable code of a problem.
    pub fn code(&self) -> String {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{}", self.text);
        assert_eq!(self.text_of("/status"), self.status.to_string());
        self.text_of("/code")
    }

    /// Status, telling headers and body, with ids and times masked.
    pub fn shown(&self) -> String {
        let named = [
            "content-type",
            "location",
            "idempotency-replayed",
            "retry-after",
            "www-authenticate",
            "allow",
        ];
        let mut text = format!("{}\n", self.status);
        for name in named {
            if let Some(value) = self.header(name) {
                text.push_str(&format!("{name}: {value}\n"));
            }
        }
        assert!(self.header("request-id").is_some(), "every answer has a Request-Id");
        format!("{text}\n{}", serde_json::to_string_pretty(&self.json()).unwrap())
    }
}
