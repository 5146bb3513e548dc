//! The checks of `verify` that are one query each; a check is named like its file.

use onceover_store::{StoreError, VerifyRow};
use sqlx::SqliteConnection;

pub(crate) async fn check(_connection: &mut SqliteConnection, check: &str) -> Result<Vec<VerifyRow>, StoreError> {
    Err(StoreError::Failed(format!("there is no check named {check:?}")))
}
