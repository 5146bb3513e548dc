//! The built-in `http` worker: POSTs a job's payload to a URL and reads the answer's status.
//!
//! The receiver gets the payload's own bytes, the effect key as `Idempotency-Key`, and the headers `onceover-job` and
//! `onceover-attempt`. What a status means is in `http/answer.rs`, what a broken exchange means in `http/failure.rs`. Redirects
//! are not followed, proxies of the environment are not used, and inside addresses are refused (`http/address.rs`) where the
//! connection is made, so that neither a name nor a redirect leads around the check.

mod address;
mod answer;
mod failure;
mod resolver;
mod target;

#[cfg(test)]
mod laws;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response, redirect};
use url::Url;

pub use address::AddressRefused;
pub use target::{Target, TargetInvalid};

use super::handler::{Handler, Outcome, Task};

/// An answer's body is read up to this size, only so that the connection can be used again; what it says is not kept.
const BODY_BYTES: u64 = 64 * 1024;

/// Settings of one `http` handler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpSettings {
    /// Where to POST.
    pub target: Target,
    /// How long one attempt may take, from connecting to the answer.
    pub timeout: Duration,
}

/// Delivers jobs of one kind to one URL.
#[derive(Debug, Clone)]
pub struct HttpHandler {
    client: Client,
    url: Url,
    timeout: Duration,
}

impl HttpHandler {
    /// Makes a handler with connections of its own.
    ///
    /// # Errors
    /// The HTTP client cannot be set up, e.g. because an `https` URL finds no CA certificates on this machine.
    pub fn new(settings: &HttpSettings) -> Result<Self, reqwest::Error> {
        install_crypto();
        let target = &settings.target;
        let mut builder = Client::builder()
            .user_agent(concat!("onceover/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .retry(reqwest::retry::never())
            .no_proxy()
            .dns_resolver(Arc::new(resolver::Resolver { allow_private: target.allow_private() }));
        if target.url().scheme() == "http" {
            // No certificate is ever looked at; a machine without any must still be able to call its neighbour.
            builder = builder.tls_certs_only([]);
        }
        Ok(Self { client: builder.build()?, url: target.url().clone(), timeout: settings.timeout })
    }
}

#[async_trait]
impl Handler for HttpHandler {
    async fn run(&self, task: &Task) -> Outcome {
        let sent = self
            .client
            .post(self.url.clone())
            .timeout(self.timeout)
            .header(CONTENT_TYPE, "application/json")
            .header("idempotency-key", &task.effect_key)
            .header("onceover-job", task.job.to_string())
            .header("onceover-attempt", task.attempt)
            .body(task.payload.as_bytes().to_vec())
            .send()
            .await;
        match sent {
            Ok(response) => {
                let outcome = answer::outcome(response.status(), response.headers());
                discard(response).await;
                outcome
            }
            Err(error) => failure::outcome(&error, &self.url, self.timeout),
        }
    }
}

/// Reads what is left of a small answer. The status has been received, so nothing that goes wrong here changes the outcome.
async fn discard(mut response: Response) {
    if response.content_length().is_none_or(|length| length > BODY_BYTES) {
        return;
    }
    while let Ok(Some(_)) = response.chunk().await {}
}

/// Makes the program's choice of cryptography, without which no HTTP client can be made; the first call counts.
pub fn install_crypto() {
    if rustls::crypto::CryptoProvider::get_default().is_none()
        && rustls::crypto::ring::default_provider().install_default().is_err()
    {
        tracing::debug!(
            "another part of the program installed its cryptography at the same moment"
        );
    }
}
