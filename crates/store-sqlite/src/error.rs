//! From SQLite's result codes to [`StoreError`].

use onceover_store::StoreError;

// https://www.sqlite.org/rescode.html, primary codes.
const BUSY: i64 = 5;
const LOCKED: i64 = 6;
const READ_ONLY: i64 = 8;
const IO: i64 = 10;
const CORRUPT: i64 = 11;
const FULL: i64 = 13;
const CANNOT_OPEN: i64 = 14;
const CONSTRAINT: i64 = 19;
const NOT_A_DATABASE: i64 = 26;

/// What a failed statement means.
pub(crate) fn failed(error: sqlx::Error) -> StoreError {
    if let sqlx::Error::Database(database) = &error {
        let text = database.message().to_owned();
        return match primary(&error) {
            Some(BUSY | LOCKED) => StoreError::Busy(text),
            Some(CONSTRAINT) => StoreError::Refused(text),
            Some(IO | FULL | CANNOT_OPEN) => StoreError::Unavailable(text),
            Some(READ_ONLY | CORRUPT | NOT_A_DATABASE) => StoreError::Unusable(text),
            Some(_) | None => StoreError::Failed(text),
        };
    }
    let text = error.to_string();
    if let sqlx::Error::Configuration(source) = error {
        return StoreError::Unusable(source.to_string());
    }
    if matches!(
        error,
        sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
    ) {
        return StoreError::Unavailable(text);
    }
    StoreError::Failed(text)
}

/// What a failed COMMIT means. Busy and refused leave the transaction open, so nothing was changed; after anything else (the log
/// could not be written or synced) the commit record may be on disk or not.
pub(crate) fn commit_failed(error: sqlx::Error) -> StoreError {
    match primary(&error) {
        Some(BUSY | LOCKED | CONSTRAINT) => failed(error),
        Some(_) | None => StoreError::CommitUnknown(error.to_string()),
    }
}

/// The result code without its extension.
fn primary(error: &sqlx::Error) -> Option<i64> {
    error.as_database_error()?.code()?.parse::<i64>().ok().map(|code| code & 0xff)
}
