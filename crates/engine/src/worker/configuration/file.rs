//! The shape of the file, with the place of every value kept for the refusals.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use onceover_domain::id::{Kind, Queue};
use serde::Deserialize;
use toml::Spanned;

use super::{CONCURRENCY_DEFAULT, Configuration, ConfigurationInvalid, QUEUE_DEFAULT};
use crate::worker::http::{HttpSettings, Target};

const TIMEOUT_DEFAULT: u64 = 30;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    database: Option<String>,
    listen: Option<String>,
    worker: Option<Worker>,
    #[serde(default)]
    handlers: BTreeMap<Spanned<String>, Handler>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Worker {
    concurrency: Option<Spanned<i64>>,
    queues: Option<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Handler {
    r#type: Spanned<String>,
    url: Spanned<String>,
    timeout_seconds: Option<Spanned<i64>>,
    #[serde(default)]
    allow_private: bool,
}

pub(super) fn parse(text: &str) -> Result<Configuration, ConfigurationInvalid> {
    let refuse = |span: Range<usize>, reason: String| {
        let line = text.bytes().take(span.start).filter(|byte| *byte == b'\n').count() + 1;
        ConfigurationInvalid { line, reason }
    };
    let file: File = toml::from_str(text).map_err(|error| {
        refuse(error.span().unwrap_or_default(), error.message().replace('\n', " "))
    })?;
    let number = |given: Option<Spanned<i64>>, name: &str, default: u64, most: u64| {
        let Some(given) = given else { return Ok(default) };
        match u64::try_from(*given.get_ref()) {
            Ok(number) if (1..=most).contains(&number) => Ok(number),
            _ => Err(refuse(
                given.span(),
                format!("{name} must be between 1 and {most}, not {}", given.get_ref()),
            )),
        }
    };
    let (concurrency, queues) =
        file.worker.map_or((None, None), |worker| (worker.concurrency, worker.queues));
    let mut served = vec![];
    for queue in queues.unwrap_or_default() {
        let parsed = Queue::parse(queue.get_ref())
            .map_err(|invalid| refuse(queue.span(), invalid.to_string()))?;
        served.push(parsed);
    }
    if served.is_empty() {
        served.push(Queue::stored(QUEUE_DEFAULT.to_owned()));
    }
    let concurrency = number(concurrency, "concurrency", CONCURRENCY_DEFAULT.into(), 1_024)?;
    let mut handlers = BTreeMap::new();
    for (name, handler) in file.handlers {
        let kind = Kind::parse(name.get_ref())
            .map_err(|invalid| refuse(name.span(), invalid.to_string()))?;
        if handler.r#type.get_ref() != "http" {
            let given = handler.r#type.get_ref();
            return Err(refuse(
                handler.r#type.span(),
                format!("the type {given:?} is not known; known is \"http\""),
            ));
        }
        let seconds = number(handler.timeout_seconds, "timeout_seconds", TIMEOUT_DEFAULT, 3_600)?;
        let target = Target::new(handler.url.get_ref(), handler.allow_private)
            .map_err(|invalid| refuse(handler.url.span(), invalid.to_string()))?;
        handlers.insert(kind, HttpSettings { target, timeout: Duration::from_secs(seconds) });
    }
    let concurrency = u32::try_from(concurrency).unwrap_or(CONCURRENCY_DEFAULT);
    Ok(Configuration {
        database: file.database,
        listen: file.listen,
        concurrency,
        queues: served,
        handlers,
    })
}
