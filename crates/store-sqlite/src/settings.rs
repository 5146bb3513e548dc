//! How a connection is opened, and the proof that it was: what is asked for is read back, and refused when it did not take.

use std::path::Path;
use std::time::Duration;

use onceover_store::StoreError;
use sqlx::SqliteConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

use crate::error::failed;

/// How long a connection waits for another process that writes.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Earlier releases can corrupt a database in WAL mode.
const OLDEST_SQLITE: (u32, u32, u32) = (3, 51, 3);
/// Every query of this crate stays prepared.
const STATEMENTS: usize = 256;
/// Rows the connection's thread may run ahead of the reader.
const ROWS_AHEAD: usize = 1_024;

/// The one connection that writes; makes the file.
pub(crate) fn writer(path: &Path) -> SqliteConnectOptions {
    base(path).create_if_missing(true).journal_mode(SqliteJournalMode::Wal)
}

/// Connections that can only read.
pub(crate) fn reader(path: &Path) -> SqliteConnectOptions {
    base(path).read_only(true)
}

fn base(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(true)
        // NORMAL would lose acknowledged commits when the power fails.
        .synchronous(SqliteSynchronous::Full)
        // Without it INSERT OR REPLACE passes the delete triggers.
        .pragma("recursive_triggers", "on")
        .pragma("trusted_schema", "off")
        .busy_timeout(BUSY_TIMEOUT)
        .statement_cache_capacity(STATEMENTS)
        .row_buffer_size(ROWS_AHEAD)
}

/// Reads the settings back.
///
/// # Errors
/// [`StoreError::Unusable`] names the setting that is wrong.
pub(crate) async fn check(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let found = sqlx::query_file!("queries/settings/read_back.sql")
        .fetch_one(connection)
        .await
        .map_err(failed)?;
    if release(&found.sqlite_version).is_none_or(|release| release < OLDEST_SQLITE) {
        return Err(StoreError::Unusable(format!(
            "SQLite {} can corrupt a database in WAL mode; build with 3.51.3 or later",
            found.sqlite_version
        )));
    }
    let timeout = i64::try_from(BUSY_TIMEOUT.as_millis()).unwrap_or(i64::MAX);
    for (name, is, wanted) in [
        ("synchronous", found.synchronous, 2),
        ("foreign_keys", found.foreign_keys, 1),
        ("recursive_triggers", found.recursive_triggers, 1),
        ("trusted_schema", found.trusted_schema, 0),
        ("busy_timeout", found.busy_timeout, timeout),
    ] {
        if is != wanted {
            return Err(StoreError::Unusable(format!(
                "SQLite reads {name} back as {is} where {wanted} was set"
            )));
        }
    }
    if found.journal_mode != "wal" {
        return Err(StoreError::Unusable(format!(
            "the database stays in journal mode {}; WAL needs a local file system",
            found.journal_mode
        )));
    }
    Ok(())
}

fn release(text: &str) -> Option<(u32, u32, u32)> {
    let mut parts = text.split('.').map(str::parse::<u32>);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(Ok(major)), Some(Ok(minor)), Some(Ok(patch))) => Some((major, minor, patch)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use sqlx::ConnectOptions;

    use super::*;

    #[tokio::test]
    async fn a_connection_reads_back_what_was_set() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("onceover.db");
        let mut writer = writer(&path).connect().await.unwrap();
        assert_eq!(check(&mut writer).await, Ok(()));
        assert_eq!(check(&mut reader(&path).connect().await.unwrap()).await, Ok(()));
    }

    #[tokio::test]
    async fn a_setting_that_did_not_take_is_refused_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("onceover.db");
        for (name, value) in [
            ("synchronous", "normal"),
            ("foreign_keys", "off"),
            ("recursive_triggers", "off"),
            ("trusted_schema", "on"),
            ("busy_timeout", "1"),
            ("journal_mode", "delete"),
        ] {
            let mut connection = writer(&path).pragma(name, value).connect().await.unwrap();
            let refused = check(&mut connection).await.unwrap_err();
            let named = name.replace('_', " ");
            assert!(
                matches!(&refused, StoreError::Unusable(text) if text.replace('_', " ").contains(&named)),
                "{refused}"
            );
        }
    }

    #[test]
    fn a_release_is_compared_by_number() {
        assert!(release("3.51.3") == Some(OLDEST_SQLITE) && release("3.9.0") < Some(OLDEST_SQLITE));
        assert!(release("3.100.0") > Some(OLDEST_SQLITE) && release("3.51").is_none());
    }
}
