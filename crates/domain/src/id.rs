//! Typed ids, all from one list, so that a job's id can never stand where a lease token is wanted.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! uuid_ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.hyphenated().fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::try_parse(text).map(Self)
            }
        }
    )+};
}

uuid_ids! {
    /// A job; version 7, so ids sort by creation.
    JobId,
    /// The right to finish one attempt; random.
    LeaseToken,
    /// An override.
    OverrideId,
    /// A logged arrival of a submit request; version 7.
    SubmissionId,
}

/// A name that is not one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} {given:?} is not valid: {rule}")]
pub struct NameInvalid {
    /// Which name, e.g. `tenant`.
    pub what: &'static str,
    /// What was given.
    pub given: String,
    /// What would be valid.
    pub rule: &'static str,
}

const RULE: &str = "use 1 to 64 of the characters a-z, A-Z, 0-9, '.', '_', '-' and ':', beginning with a letter or digit";

fn name_is_valid(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.as_bytes()[0].is_ascii_alphanumeric()
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b".-_:".contains(&b))
}

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $what:literal),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Checks the name.
            ///
            /// # Errors
            /// [`NameInvalid`] says what would be valid.
            pub fn parse(text: &str) -> Result<Self, NameInvalid> {
                if name_is_valid(text) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(NameInvalid { what: $what, given: text.chars().take(80).collect(), rule: RULE })
                }
            }

            /// A name read back from the database, which holds only checked ones.
            #[must_use]
            pub const fn stored(text: String) -> Self {
                Self(text)
            }

            /// The text itself.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}

names! {
    /// A customer whose jobs, keys and units are kept apart from everyone else's.
    TenantId = "tenant",
    /// What a job does, e.g. `invoice.charge`.
    Kind = "kind",
    /// Where a job waits.
    Queue = "queue",
    /// What is counted, e.g. `emails`.
    Meter = "meter",
    /// A person who answers for the queue.
    OperatorName = "operator",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_plain_and_begins_with_a_letter_or_digit() {
        for good in ["a", "acme", "invoice.charge", "eu-1:x_2", "9lives"] {
            assert!(Kind::parse(good).is_ok(), "{good}");
        }
        for bad in ["", ".a", "a b", "é", "a/b", "a\0", &"x".repeat(65)] {
            assert!(Kind::parse(bad).is_err(), "{bad:?}");
        }
    }
}
