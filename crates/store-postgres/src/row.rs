//! Between the values PostgreSQL stores and those of the domain.

use onceover_domain::chain::Hash;
use onceover_store::StoreError;

/// A stored value that cannot be one: somebody wrote to the database behind the guards.
pub(crate) fn damaged(column: &str) -> StoreError {
    StoreError::Failed(format!("the database holds a {column} that is none"))
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

/// One column of a batch: the array that `unnest` takes apart.
pub(crate) fn column<'a, R, T>(rows: &'a [R], field: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(field).collect()
}
