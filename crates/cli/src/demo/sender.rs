//! The clients: each delivery goes out under a key of its own, some of them more than once, as impatient people and retrying
//! programs do.

mod habit;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use reqwest::{Client, StatusCode};
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::delivery::Delivery;
use super::tally::{Event, Tally};
use super::{TENANTS, key_file};
use habit::Habit;

/// A client that gets no answer sends the same key again this often.
const TRIES: u64 = 5;
/// After this many deliveries there is enough to look at, and the demo may be left running.
const CALM_AFTER: u64 = 1_500;

/// Sends deliveries to the API.
#[derive(Clone)]
pub struct Sender {
    client: Client,
    api: String,
    keys: Arc<HashMap<&'static str, String>>,
    tally: Arc<Tally>,
}

/// One request, ready to be sent any number of times.
#[derive(Clone)]
struct Parcel {
    tenant: &'static str,
    kind: String,
    key: String,
    body: String,
}

impl Sender {
    /// Reads the tenants' keys.
    ///
    /// # Errors
    /// A key is missing, or no HTTP client can be made.
    pub fn new(directory: &Path, api: &str, tally: Arc<Tally>) -> anyhow::Result<Self> {
        onceover_engine::worker::http::install_crypto();
        let mut keys = HashMap::new();
        for tenant in TENANTS {
            let file = key_file(directory, tenant);
            let key = std::fs::read_to_string(&file).with_context(|| {
                format!("{} cannot be read; run `onceover demo prepare` first", file.display())
            })?;
            keys.insert(tenant, key.trim().to_owned());
        }
        let mut builder = Client::builder().no_proxy().timeout(Duration::from_secs(10));
        if api.starts_with("http://") {
            builder = builder.tls_certs_only([]);
        }
        let client = builder.build().context("no HTTP client can be made")?;
        Ok(Self { client, api: api.trim_end_matches('/').to_owned(), keys: Arc::new(keys), tally })
    }

    /// Sends deliveries at about this rate, with a burst now and then, until it is dropped.
    ///
    /// # Errors
    /// None yet; the type is that of everything the demo waits for.
    pub async fn send_forever(
        &self,
        deliveries: &[Delivery],
        seed: u64,
        rate: f64,
    ) -> anyhow::Result<()> {
        self.wait_for_api().await;
        let mut random = StdRng::seed_from_u64(seed);
        let mut running = JoinSet::new();
        let mut sent = 0_u64;
        loop {
            let burst = if random.random_bool(0.02) { random.random_range(8..=20) } else { 1 };
            for _ in 0..burst {
                let Some(delivery) = choose(deliveries, &mut random) else { continue };
                let (parcel, habit) = (parcel(delivery, &mut random), Habit::choose(&mut random));
                running.spawn(self.clone().deliver(parcel, habit));
                sent += 1;
            }
            while running.try_join_next().is_some() {}
            let pace = if sent > CALM_AFTER { 4.0 } else { 1.0 };
            // Bursts are extra; without them a pause lasts as long on average as the rate says.
            sleep(Duration::from_secs_f64(pace * random.random_range(0.2..1.8) / rate)).await;
        }
    }

    async fn wait_for_api(&self) {
        let health = format!("{}/healthz", self.api);
        let mut told = false;
        while !matches!(self.client.get(&health).send().await, Ok(answer) if answer.status().is_success())
        {
            if !told {
                self.tally.say(&format!("waiting for the API at {}", self.api));
                told = true;
            }
            sleep(Duration::from_millis(300)).await;
        }
    }

    async fn deliver(self, parcel: Parcel, habit: Habit) {
        let mut copies = JoinSet::new();
        for _ in 0..habit.at_once {
            let (sender, parcel) = (self.clone(), parcel.clone());
            copies.spawn(async move { sender.send(&parcel).await });
        }
        while copies.join_next().await.is_some() {}
        if let Some(pause) = habit.again_after {
            sleep(pause).await;
            self.send(&parcel).await;
        }
        if let Some(pause) = habit.changed_after {
            sleep(pause).await;
            self.send(&Parcel { body: changed(&parcel.body), ..parcel }).await;
        }
    }

    async fn send(&self, parcel: &Parcel) {
        for attempt in 1..=TRIES {
            let sent = self
                .client
                .post(format!("{}/v1/jobs", self.api))
                .bearer_auth(self.keys.get(parcel.tenant).map(String::as_str).unwrap_or_default())
                .header("content-type", "application/json")
                .header("idempotency-key", &parcel.key)
                .body(parcel.body.clone())
                .send()
                .await;
            let detail = format!("{}, {}, key {}", parcel.tenant, parcel.kind, parcel.key);
            match sent.map(|answer| answer.status()) {
                Ok(status) if !status.is_server_error() && status != StatusCode::CONFLICT => {
                    return self.tally.count(event(status), &format!("{detail}, {status}"));
                }
                Ok(status) => self.tally.count(Event::Unanswered, &format!("{detail}, {status}")),
                Err(_) => self.tally.count(Event::Unanswered, &detail),
            }
            sleep(Duration::from_secs(attempt)).await;
        }
    }
}

fn event(status: StatusCode) -> Event {
    match status {
        StatusCode::CREATED => Event::Created,
        StatusCode::OK => Event::Replayed,
        StatusCode::UNPROCESSABLE_ENTITY => Event::Mismatched,
        StatusCode::TOO_MANY_REQUESTS => Event::OverLimit,
        _ => Event::Refused,
    }
}

/// First a tenant, so that none waits long for its turn, then one of its deliveries by the weight of its event.
fn choose<'a>(deliveries: &'a [Delivery], random: &mut StdRng) -> Option<&'a Delivery> {
    let tenant = match random.random_range(0..100) {
        0..46 => TENANTS[0],
        46..70 => TENANTS[1],
        70..86 => TENANTS[2],
        _ => TENANTS[3],
    };
    let own: Vec<_> = deliveries.iter().filter(|delivery| delivery.tenant == tenant).collect();
    // Weights are those of events, however many examples an event has.
    let examples =
        |event: &str| own.iter().filter(|delivery| delivery.endpoint.event == event).count();
    let weight = |delivery: &Delivery| {
        1_000 * delivery.endpoint.weight as usize / examples(delivery.endpoint.event).max(1)
    };
    let mut left =
        random.random_range(0..own.iter().map(|delivery| weight(delivery)).sum::<usize>().max(1));
    own.iter()
        .find(|delivery| {
            let here = weight(delivery);
            let found = left < here;
            left = left.saturating_sub(here);
            found
        })
        .copied()
}

fn parcel(delivery: &Delivery, random: &mut StdRng) -> Parcel {
    let endpoint = delivery.endpoint;
    let kind = format!("github.{}", endpoint.event);
    let mut labels = json!({ "event": endpoint.event });
    for (name, value) in [("action", &delivery.action), ("repository", &delivery.repository)] {
        if !value.is_empty() {
            labels[name] = json!(value);
        }
    }
    // The payload goes in as text: what GitHub wrote is what the endpoint gets.
    let body = format!(
        "{{\"kind\":\"{kind}\",\"meter\":\"{}\",\"units\":{},\"max_attempts\":{},\"labels\":{labels},\"payload\":{}}}",
        endpoint.meter.name(),
        endpoint.meter.units(delivery.payload.len()),
        endpoint.max_attempts,
        delivery.payload,
    );
    Parcel { tenant: delivery.tenant, kind, key: delivery_id(random), body }
}

/// An id as in GitHub's `X-GitHub-Delivery`.
fn delivery_id(random: &mut StdRng) -> String {
    let mut id = String::with_capacity(36);
    for byte in random.random::<[u8; 16]>() {
        if matches!(id.len(), 8 | 13 | 18 | 23) {
            id.push('-');
        }
        if write!(id, "{byte:02x}").is_err() {
            break;
        }
    }
    id
}

/// The same request with one more member in its payload, as from a client that uses a key for two things.
fn changed(body: &str) -> String {
    let kept = body.strip_suffix("}}").unwrap_or(body);
    format!("{kept},\"redelivered\":true}}}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delivery_id_looks_like_githubs_and_follows_from_the_seed() {
        let id = |seed| delivery_id(&mut StdRng::seed_from_u64(seed));
        assert_eq!(id(1), id(1));
        assert_ne!(id(1), id(2));
        let lengths: Vec<_> = id(1).split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
    }

    #[test]
    fn a_changed_body_differs_in_its_payload_alone() {
        let changed = changed(r#"{"kind":"k","payload":{"a":{}}}"#);
        assert_eq!(changed, r#"{"kind":"k","payload":{"a":{},"redelivered":true}}"#);
    }
}
