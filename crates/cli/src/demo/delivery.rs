//! The payloads: GitHub's own examples, read from the npm package `@octokit/webhooks-examples`.

use std::path::Path;

use anyhow::{Context as _, bail};
use serde::Deserialize;
use serde_json::Value;

use super::TENANTS;
use super::endpoint::{self, Endpoint};

/// One example of a delivery.
pub struct Delivery {
    /// Where it goes.
    pub endpoint: &'static Endpoint,
    /// Which customer's it is.
    pub tenant: &'static str,
    /// `opened`, `created`, ...; empty where the event has none.
    pub action: String,
    /// Full name of the repository; empty where there is none.
    pub repository: String,
    /// The payload as GitHub sends it: without space, keys in their order.
    pub payload: String,
}

#[derive(Deserialize)]
struct Event {
    name: String,
    examples: Vec<Value>,
}

/// Reads the examples of all events that have an endpoint.
///
/// # Errors
/// The file is missing or is not what it should be.
pub fn read(path: &Path) -> anyhow::Result<Vec<Delivery>> {
    let text = std::fs::read(path).with_context(|| {
        format!(
            "{} cannot be read; `npm ci` installs it, --examples names another place",
            path.display()
        )
    })?;
    let events: Vec<Event> = serde_json::from_slice(&text)
        .with_context(|| format!("{} is not a list of webhook examples", path.display()))?;
    let mut deliveries = vec![];
    for event in &events {
        let Some(endpoint) = endpoint::of(&event.name) else { continue };
        for example in &event.examples {
            deliveries.push(Delivery {
                endpoint,
                tenant: tenant_of(example),
                action: text_at(example, "/action"),
                repository: text_at(example, "/repository/full_name"),
                payload: serde_json::to_string(example).context("an example cannot be written")?,
            });
        }
    }
    for tenant in TENANTS {
        if !deliveries.iter().any(|delivery| delivery.tenant == tenant) {
            bail!("{} holds no delivery for {tenant}", path.display());
        }
    }
    Ok(deliveries)
}

fn text_at(example: &Value, pointer: &str) -> String {
    example.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// A customer is who owns the repository, or the organization or account the event is about.
fn tenant_of(example: &Value) -> &'static str {
    let owner = ["/repository/owner/login", "/organization/login", "/sender/login"]
        .into_iter()
        .map(|pointer| text_at(example, pointer))
        .find(|login| !login.is_empty())
        .unwrap_or_default();
    match owner.as_str() {
        "Codertocat" => "acme",
        "Octocoders" => "borealis",
        "octo-org" => "cobalt",
        _ => "delta",
    }
}
