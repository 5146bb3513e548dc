//! Brings the schema up to date, once, whoever opens the database first.

use onceover_store::StoreError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{Connection, SqliteConnection};

use crate::error::{commit_failed, failed};

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/sqlite");

/// Runs the missing migrations inside one immediate transaction: that is the lock between processes, and each migration becomes
/// a savepoint of it.
///
/// # Errors
/// [`StoreError::Unusable`] for a database that is newer than the program or has another history.
pub(crate) async fn run(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let mut transaction = connection.begin_with("begin immediate").await.map_err(failed)?;
    MIGRATIONS.run_direct(None, &mut *transaction, false).await.map_err(unusable)?;
    transaction.commit().await.map_err(commit_failed)
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the other ways to fail are sqlx's own and may grow"
)]
fn unusable(error: MigrateError) -> StoreError {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => failed(error),
        MigrateError::VersionMissing(version) => StoreError::Unusable(format!(
            "the database is newer than this program: it has migration {version}; use the version of onceover that made it"
        )),
        MigrateError::VersionMismatch(version) => StoreError::Unusable(format!(
            "the database was made by another program: its migration {version} is not the one of this program"
        )),
        other => StoreError::Unusable(other.to_string()),
    }
}
