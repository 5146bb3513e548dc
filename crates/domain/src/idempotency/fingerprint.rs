//! The hash that says whether a repeated key came with the same request.

use std::fmt;

use sha2::{Digest, Sha256};

/// Version of the canonical form in use. It goes up when that form changes, so that an old fingerprint is never held against
/// a new one.
pub const FINGERPRINT_VERSION: u8 = 1;

/// A version byte and the SHA-256 of a request's canonical members.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 33]);

impl Fingerprint {
    /// Hashes members in the order they are given, each name and text led by its length, so that no two requests write the
    /// same bytes.
    #[must_use]
    pub fn of<'a>(members: impl Iterator<Item = (&'static str, &'a str)>) -> Self {
        let mut sha = Sha256::new();
        for (name, text) in members {
            for part in [name, text] {
                sha.update((part.len() as u64).to_be_bytes());
                sha.update(part.as_bytes());
            }
        }
        let mut bytes = [FINGERPRINT_VERSION; 33];
        bytes[1..].copy_from_slice(&sha.finalize());
        Self(bytes)
    }

    /// Reads what was stored; `None` when it is not 33 bytes long.
    #[must_use]
    pub fn from_slice(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The 33 bytes to store.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 33] {
        &self.0
    }

    /// The version of the canonical form it was made of.
    #[must_use]
    pub const fn version(&self) -> u8 {
        self.0[0]
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}:", self.version())?;
        self.0[1..].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use crate::idempotency::Request;

    use super::*;

    fn of(body: &str) -> Fingerprint {
        Request::read(body.as_bytes(), &[]).unwrap().request.fingerprint()
    }

    #[test]
    fn key_order_and_space_make_no_difference() {
        let one = of(r#"{"kind":"k","payload":{"a":1,"b":[true,null]}}"#);
        assert_eq!(
            one,
            of("\n{ \"payload\" : {\"b\":[ true , null ],\"a\":1}, \"kind\":\"k\" }\t")
        );
    }

    #[test]
    fn every_other_difference_makes_another_fingerprint() {
        let bodies = [
            r#"{"kind":"k","payload":{"n":1}}"#,
            r#"{"kind":"k","payload":{"n":1.0}}"#,
            r#"{"kind":"k","payload":{"n":1e0}}"#,
            r#"{"kind":"k","payload":{"n":"1"}}"#,
            r#"{"kind":"k","payload":{"\u006e":1}}"#,
            r#"{"kind":"k","payload":{"n":9007199254740992}}"#,
            r#"{"kind":"k","payload":{"n":9007199254740993}}"#,
            r#"{"kind":"k","payload":{"n":1e400}}"#,
            r#"{"kind":"k","payload":{"n":1e401}}"#,
            r#"{"kind":"k","payload":{"n":"\ud83d"}}"#,
            r#"{"kind":"k","payload":{"n":"\ud83e"}}"#,
            r#"{"kind":"k","payload":{"n":"a"}}"#,
            r#"{"kind":"k","payload":{"n":"\u0061"}}"#,
            r#"{"kind":"K","payload":{"n":1}}"#,
            r#"{"kind":"k","payload":{"n":1},"queue":"default"}"#,
            r#"{"kind":"k","payload":{"n":1},"queue":null}"#,
            r#"{"kind":"k","payload":{"n":1},"priority":0}"#,
            r#"{"kind":"k","payload":{"n":1},"run_at":"2026-01-01T00:00:00Z"}"#,
            r#"{"kind":"k","payload":{"n":1},"run_at":"2026-01-01T00:00:00.0Z"}"#,
            r#"{"kind":"k","payload":{"n":1},"meter":"m"}"#,
            r#"{"kind":"k","payload":{"n":1},"units":1}"#,
            r#"{"kind":"k","payload":{"n":1},"labels":{}}"#,
            r#"{"kind":"k","payload":{"n":1},"max_attempts":5}"#,
            r#"{"kind":"k","payload":[1,2]}"#,
            r#"{"kind":"k","payload":[2,1]}"#,
        ];
        for (i, one) in bodies.iter().enumerate() {
            for (j, other) in bodies.iter().enumerate() {
                assert_eq!(of(one) == of(other), i == j, "{one} {other}");
            }
        }
    }

    #[test]
    fn a_stored_fingerprint_stays_what_it_is() {
        let print = of(r#"{"kind":"k","payload":{}}"#);
        assert_eq!(print.version(), FINGERPRINT_VERSION);
        assert_eq!(Fingerprint::from_slice(print.as_bytes()), Some(print));
        assert_eq!(Fingerprint::from_slice(&print.as_bytes()[1..]), None);
        assert_eq!(
            format!("{print:?}"),
            "v1:cc2a303a2cd59f5db7b22bd0b9337960965edd8061aaecca46eb4b6e3b42d457",
            "a change of the canonical form needs a new version"
        );
    }
}
