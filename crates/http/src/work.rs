//! What workers call.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use onceover_api::dto::Job;
use onceover_api::{
    ClaimRequest, CompleteRequest, FailRequest, HeartbeatRequest, ReleaseRequest, Scope,
};

use crate::answer::{Answer, ok};
use crate::call::{Server, segment};

/// A long poll looks up this often whether the server is closing, so that no claim is ever cut off half-way.
const SLICE_SECONDS: f64 = 1.0;

type Id = Result<Path<String>, PathRejection>;

/// `POST /v1/claims`.
pub async fn claims(State(server): State<Server>, request: Request) -> Answer {
    let mut call = server.begin(request, Scope::Work).await?;
    let asked: ClaimRequest = call.json().await?;
    let mut slices = slices(asked.wait_seconds);
    loop {
        let slice = slices.next();
        let part = ClaimRequest { wait_seconds: slice, ..asked.clone() };
        let claims = server.api.claims(&call.caller, part).await?;
        if !claims.is_empty() || slices.len() == 0 || *server.closing.borrow() {
            return ok(&claims);
        }
    }
}

/// The wait in parts; one that the operation will refuse stays whole.
fn slices(wait: Option<f64>) -> std::vec::IntoIter<f64> {
    let mut left = wait.into_iter().collect::<Vec<_>>();
    if let Some(wait) = wait
        && (SLICE_SECONDS..=60.0).contains(&wait)
    {
        left.clear();
        let mut rest = wait;
        while rest > SLICE_SECONDS {
            left.push(SLICE_SECONDS);
            rest -= SLICE_SECONDS;
        }
        left.push(rest);
    }
    left.into_iter()
}

/// `POST /v1/jobs/{id}/heartbeat`.
pub async fn heartbeat(State(server): State<Server>, id: Id, request: Request) -> Answer {
    let mut call = server.begin(request, Scope::Work).await?;
    let body: HeartbeatRequest = call.json().await?;
    done(server.api.heartbeat(&call.caller, &segment(id)?, body).await?)
}

/// `POST /v1/jobs/{id}/complete`.
pub async fn complete(State(server): State<Server>, id: Id, request: Request) -> Answer {
    let mut call = server.begin(request, Scope::Work).await?;
    let body: CompleteRequest = call.json().await?;
    done(server.api.complete(&call.caller, &segment(id)?, body).await?)
}

/// `POST /v1/jobs/{id}/fail`.
pub async fn fail(State(server): State<Server>, id: Id, request: Request) -> Answer {
    let mut call = server.begin(request, Scope::Work).await?;
    let body: FailRequest = call.json().await?;
    done(server.api.fail(&call.caller, &segment(id)?, body).await?)
}

/// `POST /v1/jobs/{id}/release`.
pub async fn release(State(server): State<Server>, id: Id, request: Request) -> Answer {
    let mut call = server.begin(request, Scope::Work).await?;
    let body: ReleaseRequest = call.json().await?;
    done(server.api.release(&call.caller, &segment(id)?, body).await?)
}

fn done(job: Job) -> Answer {
    ok(&job)
}
