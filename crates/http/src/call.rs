//! One call: judged in the order of the specification (authentication, scope, then what was sent), then read.

use std::error::Error;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Query, Request};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use onceover_api::dto::Problem;
use onceover_api::{Api, Caller, Scope};
use serde::de::DeserializeOwned;
use tokio::sync::watch;

use crate::observe::RequestId;
use crate::{Limits, body};

/// What every handler can reach.
#[derive(Clone)]
pub struct Server {
    /// The operations.
    pub api: Arc<Api>,
    /// Bounds of requests.
    pub limits: Limits,
    /// Turns true when a shutdown began.
    pub closing: watch::Receiver<bool>,
}

/// A call whose sender is known and may make it.
pub struct Call {
    /// Who calls.
    pub caller: Caller,
    parts: Parts,
    body: Body,
    limits: Limits,
}

impl Server {
    /// Finds out who calls and whether the scope allows it; the operation itself checks once more.
    ///
    /// # Errors
    /// `401`, `403`.
    pub async fn begin(&self, request: Request, scope: Scope) -> Result<Call, Problem> {
        let (parts, body) = request.into_parts();
        let caller = match self.authenticate(&parts.headers).await {
            Ok(caller) => caller.may(scope).map(|()| caller),
            Err(problem) => Err(problem),
        };
        match caller {
            Ok(caller) => Ok(Call { caller, parts, body, limits: self.limits.clone() }),
            Err(problem) => {
                body::discard(&parts.headers, body).await;
                Err(problem)
            }
        }
    }

    async fn authenticate(&self, headers: &HeaderMap) -> Result<Caller, Problem> {
        let mut sent = headers.get_all(AUTHORIZATION).iter();
        let first = sent.next().and_then(|header| header.to_str().ok());
        // Which of two would count is nobody's guess.
        self.api.authenticate(first.filter(|_| sent.next().is_none())).await
    }
}

impl Call {
    /// The headers that came.
    pub const fn headers(&self) -> &HeaderMap {
        &self.parts.headers
    }

    /// `Request-Id`, the caller's or a new one.
    pub fn request_id(&self) -> String {
        self.parts.extensions.get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default()
    }

    /// The query string as a shape.
    ///
    /// # Errors
    /// `400` names what does not fit.
    pub fn query<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let query = Query::<T>::try_from_uri(&self.parts.uri);
        query.map(|Query(query)| query).map_err(|error| {
            let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
            body::invalid(&format!("the query is not what this call takes: {why}"))
        })
    }

    /// The body's bytes.
    ///
    /// # Errors
    /// `415`, `413`, `408`, `400`.
    pub async fn bytes(&mut self) -> Result<Bytes, Problem> {
        let body = std::mem::take(&mut self.body);
        body::read(&self.parts.headers, body, &self.limits).await
    }

    /// Lets go of a body that the call does not take.
    pub async fn discard(&mut self) {
        body::discard(&self.parts.headers, std::mem::take(&mut self.body)).await;
    }

    /// The body as a shape.
    ///
    /// # Errors
    /// As [`Call::bytes`]; `400` says where the JSON goes wrong.
    pub async fn json<T: DeserializeOwned>(&mut self) -> Result<T, Problem> {
        let bytes = self.bytes().await?;
        let text = std::str::from_utf8(&bytes).map_err(|error| {
            body::invalid(&format!("the body is not what this call takes: {error}"))
        })?;
        serde_json::from_str(text).map_err(|error| {
            body::invalid(&format!("the body is not what this call takes: {error}"))
        })
    }
}

/// A part of the path; one that is not UTF-8 once decoded names nothing.
///
/// # Errors
/// `404`.
pub fn segment(path: Result<Path<String>, PathRejection>) -> Result<String, Problem> {
    path.map(|Path(segment)| segment).map_err(|_| {
        Problem::new(404, "not_found", "Not found", "the path names nothing that there is")
    })
}
