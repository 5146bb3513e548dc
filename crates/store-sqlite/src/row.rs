//! Between the values SQLite stores and those of the domain.

use onceover_domain::chain::Hash;
use onceover_store::StoreError;
use serde::{Serialize, Serializer};
use uuid::Uuid;

/// A batch as the one parameter of its statement.
pub(crate) fn batch<T: Serialize>(rows: impl IntoIterator<Item = T>) -> Result<String, StoreError> {
    let rows: Vec<T> = rows.into_iter().collect();
    serde_json::to_string(&rows)
        .map_err(|error| StoreError::Failed(format!("a batch cannot be written: {error}")))
}

/// Bytes as the hexadecimal text that `unhex` reads.
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl<'a> Hex<'a> {
    pub(crate) fn id(id: &'a Uuid) -> Self {
        Self(id.as_bytes())
    }

    pub(crate) fn hash(hash: &'a Hash) -> Self {
        Self(&hash.0)
    }
}

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
        let text: String =
            self.0.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
        serializer.serialize_str(&text)
    }
}

/// A stored value that cannot be one: somebody wrote to the file behind the guards.
pub(crate) fn damaged(column: &str) -> StoreError {
    StoreError::Failed(format!("the database holds a {column} that is none"))
}

/// An id from its 16 bytes.
pub(crate) fn id(bytes: &[u8], column: &str) -> Result<Uuid, StoreError> {
    Uuid::from_slice(bytes).map_err(|_| damaged(column))
}

/// A hash from its 32 bytes.
pub(crate) fn hash(bytes: &[u8], column: &str) -> Result<Hash, StoreError> {
    Hash::from_slice(bytes).ok_or_else(|| damaged(column))
}

/// A count or version.
pub(crate) fn count(value: i64, column: &str) -> Result<u32, StoreError> {
    u32::try_from(value).map_err(|_| damaged(column))
}

/// A word of a closed list.
pub(crate) fn word<T>(
    text: &str,
    parse: impl Fn(&str) -> Option<T>,
    column: &str,
) -> Result<T, StoreError> {
    parse(text).ok_or_else(|| damaged(column))
}
