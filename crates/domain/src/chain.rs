//! Hash chains: each record carries the hash of the one before it, so an edit anywhere shows.
//!
//! A record's hash is SHA-256 over the previous hash and its fields, each written with its length, so that no two different
//! records write the same bytes. Used by the ledger (one chain an account), overrides (one each) and the audit.

use sha2::{Digest, Sha256};

/// A SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What the first record of a chain names as its predecessor.
    pub const ZERO: Self = Self([0; 32]);

    /// Reads 32 bytes.
    #[must_use]
    pub fn from_slice(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    /// The hash of some bytes on their own.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl std::fmt::Debug for Hash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Collects the fields of one record in a fixed order.
pub struct Link(Sha256);

impl Link {
    /// Begins a record after `previous`; `kind` keeps chains of different tables apart.
    #[must_use]
    pub fn after(previous: Hash, kind: &str) -> Self {
        let mut sha = Sha256::new();
        sha.update(previous.0);
        Self(sha).text(kind)
    }

    /// Adds a text.
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    /// Adds bytes.
    #[must_use]
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.update((bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
        self
    }

    /// Adds a number.
    #[must_use]
    pub fn number(self, number: i64) -> Self {
        self.bytes(&number.to_be_bytes())
    }

    /// Adds a field that may be absent; absent differs from empty.
    #[must_use]
    pub fn maybe(mut self, bytes: Option<&[u8]>) -> Self {
        match bytes {
            Some(bytes) => {
                self.0.update([1]);
                self.bytes(bytes)
            }
            None => {
                self.0.update([0]);
                self
            }
        }
    }

    /// Adds a number that may be absent.
    #[must_use]
    pub fn maybe_number(self, number: Option<i64>) -> Self {
        self.maybe(number.map(i64::to_be_bytes).as_ref().map(<[u8; 8]>::as_slice))
    }

    /// The record's hash.
    #[must_use]
    pub fn hash(self) -> Hash {
        Hash(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_run_into_each_other() {
        let one = Link::after(Hash::ZERO, "t").text("ab").text("c").hash();
        let two = Link::after(Hash::ZERO, "t").text("a").text("bc").hash();
        assert_ne!(one, two);
    }

    #[test]
    fn absent_differs_from_empty() {
        let absent = Link::after(Hash::ZERO, "t").maybe(None).hash();
        let empty = Link::after(Hash::ZERO, "t").maybe(Some(b"")).hash();
        assert_ne!(absent, empty);
    }

    #[test]
    fn another_predecessor_gives_another_hash() {
        let first = Link::after(Hash::ZERO, "t").number(1).hash();
        assert_ne!(first, Link::after(first, "t").number(1).hash());
    }
}
