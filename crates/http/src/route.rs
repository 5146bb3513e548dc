//! The table of calls.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{Method, Uri};
use axum::middleware;
use axum::response::Response;
use axum::routing::{get, post};
use onceover_api::Api;
use onceover_api::dto::Problem;
use tokio::sync::watch;

use crate::call::Server;
use crate::observe::observe;
use crate::{Limits, answer, body, health, job, ledger, work};

/// The HTTP API of these operations.
pub fn router(api: Arc<Api>) -> Router {
    router_with(api, Limits::default())
}

/// As [`router`], with other limits.
pub fn router_with(api: Arc<Api>, limits: Limits) -> Router {
    let (_, closing) = watch::channel(false);
    build(Server { api, limits, closing })
}

/// Every call there is.
pub fn build(server: Server) -> Router {
    Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/v1/jobs", get(job::list).post(job::submit))
        .route("/v1/jobs/by-key/{*key}", get(job::by_key))
        .route("/v1/jobs/{id}", get(job::get))
        .route("/v1/jobs/{id}/cancel", post(job::cancel))
        .route("/v1/jobs/{id}/heartbeat", post(work::heartbeat))
        .route("/v1/jobs/{id}/complete", post(work::complete))
        .route("/v1/jobs/{id}/fail", post(work::fail))
        .route("/v1/jobs/{id}/release", post(work::release))
        .route("/v1/claims", post(work::claims))
        .route("/v1/tenants/{tenant}/accounts", get(ledger::accounts))
        .route("/v1/tenants/{tenant}/balance", get(ledger::balance))
        .route("/v1/tenants/{tenant}/ledger", get(ledger::entries))
        .fallback(no_route)
        .method_not_allowed_fallback(no_method)
        .layer(middleware::from_fn(observe))
        .with_state(server)
}

async fn no_route(uri: Uri, request: Request) -> Response {
    refuse(
        request,
        Problem::new(
            404,
            "route_not_found",
            "There is no such call",
            format!("this API has nothing at {}", shown(uri.path())),
        ),
    )
    .await
}

async fn no_method(method: Method, uri: Uri, request: Request) -> Response {
    refuse(
        request,
        Problem::new(
            405,
            "method_not_allowed",
            "The method is not allowed here",
            format!("{method} is not what {} takes; see the `Allow` header", shown(uri.path())),
        ),
    )
    .await
}

async fn refuse(request: Request, problem: Problem) -> Response {
    let (parts, body) = request.into_parts();
    body::discard(&parts.headers, body).await;
    answer::problem(&problem)
}

fn shown(path: &str) -> String {
    path.chars().take(200).collect()
}
