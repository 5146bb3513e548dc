//! Reads single members of a request from their JSON text, without rounding a number on the way.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use onceover_domain::time::Time;
use onceover_domain::units::Units;
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use crate::dto::Problem;
use crate::problem;

/// Most bytes of a payload or result.
const TEXT_MOST: usize = 1024 * 1024;

/// A string in which escapes of half a surrogate pair, which no text can hold, are U+FFFD.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lossy(pub String);

impl<'de> Deserialize<'de> for Lossy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Asked for bytes, `serde_json` gives a half as the three bytes that UTF-8 would have for it (WTF-8).
        deserializer.deserialize_bytes(LossyVisitor)
    }
}

struct LossyVisitor;

impl Visitor<'_> for LossyVisitor {
    type Value = Lossy;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Lossy, E> {
        Ok(Lossy(text.to_owned()))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Lossy, E> {
        let mut text = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            // Each of the three bytes is a chunk; one character stands for all.
            if chunk.invalid().first().is_some_and(|byte| !(0x80..0xC0).contains(byte)) {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        Ok(Lossy(text))
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_half_of_a_surrogate_pair_is_one_replacement_character_and_all_else_stays() {
        for (json, expected) in [
            (r#""""#, ""),
            (r#""plain é 😀""#, "plain é 😀"),
            (r#""\ud83d\ude00""#, "😀"),
            (r#""\ud83d x""#, "\u{FFFD} x"),
            (r#""cut \ud83d""#, "cut \u{FFFD}"),
            (r#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"),
            (r#""\ud83d\ud83d\ude00 é""#, "\u{FFFD}😀 é"),
            (r#""\ud83d\n\u0041""#, "\u{FFFD}\nA"),
        ] {
            let read: Lossy = serde_json::from_str(json).unwrap();
            assert_eq!(read.0, expected, "{json}");
        }
        for other in ["1", "null", "{}", "[]", "[104, 105]", r#""\ud8""#, r#""\x""#] {
            assert!(serde_json::from_str::<Lossy>(other).is_err(), "{other}");
        }
    }
}
