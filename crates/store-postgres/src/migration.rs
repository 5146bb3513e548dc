//! Brings the schema up to date, once, whoever opens the database first.

use onceover_store::StoreError;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{Connection, PgConnection};

use crate::error::{commit_failed, failed};

/// Another process may be migrating for this long; a migration itself takes the time it takes.
const WAIT: &str = "set local lock_timeout = '120s'; set local statement_timeout = 0";

/// Runs the missing migrations in one transaction under an advisory lock, which ends with it; each migration becomes a savepoint.
///
/// # Errors
/// [`StoreError::Unusable`] for a database that is newer than the program or has another history.
pub(crate) async fn run(connection: &mut PgConnection) -> Result<(), StoreError> {
    let mut migrations: Migrator = sqlx::migrate!("../../migrations/postgres");
    // The migrator's own lock outlives the transaction and has to be given back.
    migrations.set_locking(false);
    let mut transaction = connection.begin().await.map_err(failed)?;
    sqlx::raw_sql(WAIT).execute(&mut *transaction).await.map_err(failed)?;
    sqlx::query_file!("queries/settings/lock_migrations.sql")
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
    migrations.run_direct(None, &mut *transaction, false).await.map_err(unusable)?;
    transaction.commit().await.map_err(commit_failed)
}

fn unusable(error: MigrateError) -> StoreError {
    if let MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) = error {
        return failed(error);
    }
    StoreError::Unusable(if let MigrateError::VersionMissing(version) = error {
        format!(
            "the database is newer than this program: it has migration {version}; use the version of onceover that made it"
        )
    } else if let MigrateError::VersionMismatch(version) = error {
        format!(
            "the database was made by another program: its migration {version} is not the one of this program"
        )
    } else {
        error.to_string()
    })
}
