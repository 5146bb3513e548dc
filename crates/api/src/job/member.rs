//! Reads single members of a request from their JSON text, without rounding a number on the way.

use std::collections::BTreeMap;
use std::time::Duration;

use onceover_domain::time::Time;
use onceover_domain::units::Units;

use crate::dto::Problem;
use crate::problem;

/// Most bytes of a payload or result.
const TEXT_MOST: usize = 1024 * 1024;

/// Refuses a payload or result that is too large to be kept with the job.
pub fn fits(name: &str, text: &str) -> Result<(), Problem> {
    if text.len() <= TEXT_MOST {
        return Ok(());
    }
    let detail = format!(
        "`{name}` has {} bytes, at most {TEXT_MOST} are kept; put large data elsewhere and send where it is",
        text.len()
    );
    Err(Problem::new(413, "payload_too_large", "The payload is too large", detail))
}

/// Refuses text that no database keeps, in a filter that is compared as it is.
pub fn searchable(name: &str, text: Option<String>) -> Result<Option<String>, Problem> {
    match text {
        Some(text) if text.contains('\0') => {
            Err(problem::invalid(format!("`{name}` must not contain NUL")))
        }
        text => Ok(text),
    }
}

/// A string.
pub fn text(name: &str, json: &str) -> Result<String, Problem> {
    serde_json::from_str(json).map_err(|_| problem::invalid(format!("`{name}` must be a string")))
}

/// A whole number between `low` and `high`.
pub fn number(name: &str, json: &str, low: i64, high: i64) -> Result<i64, Problem> {
    let number: Option<i64> = json.parse().ok();
    number.filter(|number| (low..=high).contains(number)).ok_or_else(|| {
        problem::invalid(format!("`{name}` must be a whole number from {low} to {high}"))
    })
}

/// Units: a whole number, never a string, fraction or negative.
pub fn units(name: &str, json: &str) -> Result<Units, Problem> {
    number(name, json, 0, i64::MAX).map(Units)
}

/// An RFC 3339 time.
pub fn time(name: &str, json: &str) -> Result<Time, Problem> {
    Time::parse(&text(name, json)?).map_err(|error| problem::invalid(format!("`{name}`: {error}")))
}

/// An object of short strings.
pub fn labels(json: &str) -> Result<BTreeMap<String, String>, Problem> {
    let labels: BTreeMap<String, String> = serde_json::from_str(json)
        .map_err(|_| problem::invalid("`labels` must be an object whose values are strings"))?;
    let fits = |text: &String, most: usize| text.chars().count() <= most && !text.contains('\0');
    if labels.len() > 32
        || !labels
            .iter()
            .all(|(name, value)| !name.is_empty() && fits(name, 64) && fits(value, 256))
    {
        return Err(problem::invalid(
            "at most 32 `labels`, names of 1 to 64 and values of up to 256 characters, without NUL",
        ));
    }
    Ok(labels)
}

/// Whole or fractional seconds from 0 to ten years.
pub fn seconds(name: &str, seconds: f64) -> Result<Duration, Problem> {
    let most = 315_360_000.0;
    if !(0.0..=most).contains(&seconds) {
        return Err(problem::invalid(format!("`{name}` must be from 0 to {most} seconds")));
    }
    Duration::try_from_secs_f64(seconds)
        .map_err(|error| problem::invalid(format!("`{name}`: {error}")))
}
