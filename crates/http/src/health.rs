//! Is it alive, and can it work.

use std::time::Duration;

use axum::extract::State;
use onceover_api::dto::Problem;
use serde::Serialize;

use crate::answer::{Answer, ok};
use crate::call::Server;

/// Who asks whether a server is ready wants to know soon.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Serialize)]
struct Health {
    status: &'static str,
}

/// The process answers.
pub async fn alive() -> Answer {
    ok(&Health { status: "ok" })
}

/// A write can commit.
pub async fn ready(State(server): State<Server>) -> Answer {
    match tokio::time::timeout(PATIENCE, server.api.ready()).await {
        Ok(ready) => ready?,
        Err(_) => {
            let detail = format!("a write did not commit within {} seconds", PATIENCE.as_secs());
            let title = "The database is not available";
            let problem = Problem::new(503, "database_unavailable", title, detail);
            return Err(Problem { retry_after: Some(1), ..problem }.into());
        }
    }
    ok(&Health { status: "ready" })
}
