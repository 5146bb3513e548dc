//! From PostgreSQL's error codes to [`StoreError`].

use onceover_store::StoreError;

/// What a failed statement means. The codes are those of <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
pub(crate) fn failed(error: sqlx::Error) -> StoreError {
    if let sqlx::Error::Database(database) = &error {
        let text = match database.constraint().and_then(guard) {
            Some(text) if database.is_unique_violation() => text.to_owned(),
            Some(_) | None => database.message().to_owned(),
        };
        let code = database.code().unwrap_or_default();
        return match (code.get(..2).unwrap_or_default(), &*code) {
            // Serialization failure, deadlock, a lock that was waited for too long.
            (_, "40001" | "40P01" | "55P03") => StoreError::Busy(text),
            // A constraint, a guard's exception, a total past 64 bits.
            ("23", _) | (_, "P0001" | "22003") => StoreError::Refused(text),
            // Connection, resources, shutdown; a statement or a transaction that took too long.
            ("08" | "53", _) | (_, "57014" | "57P01" | "57P02" | "57P03" | "57P05" | "25P03") => {
                StoreError::Unavailable(text)
            }
            // Sign-in, no such database, no right, a server that does not write.
            ("28", _) | (_, "3D000" | "42501" | "25006") => StoreError::Unusable(text),
            _ => StoreError::Failed(text),
        };
    }
    let text = error.to_string();
    if let sqlx::Error::Configuration(source) = error {
        return StoreError::Unusable(source.to_string());
    }
    if is_loss(&error) {
        return StoreError::Unavailable(text);
    }
    if matches!(error, sqlx::Error::Tls(_)) {
        return StoreError::Unusable(text);
    }
    StoreError::Failed(text)
}

/// What a failed COMMIT means. A deferred constraint and a serialization failure are certain: nothing was changed. After
/// anything else the commit record may be on disk or not.
pub(crate) fn commit_failed(error: sqlx::Error) -> StoreError {
    match failed(error) {
        certain @ (StoreError::Busy(_) | StoreError::Refused(_)) => certain,
        StoreError::Unavailable(text)
        | StoreError::CommitUnknown(text)
        | StoreError::Conflict(text)
        | StoreError::Unusable(text)
        | StoreError::Failed(text) => StoreError::CommitUnknown(text),
    }
}

/// The connection is gone or was never there.
pub(crate) const fn is_loss(error: &sqlx::Error) -> bool {
    matches!(
        error,
        sqlx::Error::Io(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
    )
}

/// The server ended the session, and said so as the answer to the next statement.
pub(crate) fn is_ended(error: &sqlx::Error) -> bool {
    is_loss(error)
        || error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(
            |code| {
                code.starts_with("08")
                    || matches!(&*code, "57P01" | "57P02" | "57P03" | "57P05" | "25P03")
            },
        )
}

/// What a unique index guards, in the words the other database's triggers use.
fn guard(index: &str) -> Option<&'static str> {
    Some(match index {
        "jobs_pkey" | "jobs_id" => "a job with this id exists",
        "payloads_pkey" => "a payload revision never changes: this one exists",
        "attempts_pkey" => "attempts are append-only: this number exists",
        "idempotency_keys_pkey" => "this idempotency key exists",
        "submissions_pkey" => "submissions are append-only: this id exists",
        "meters_pkey" => "this meter exists",
        "limits_pkey" => "limits are append-only: the version follows the last one",
        "accounts_pkey" => "this account exists",
        "entries_pkey"
        | "entries_one_settlement"
        | "entries_one_confirm"
        | "entries_one_reverse" => {
            "ledger entries are append-only: this number, settlement, confirm or reverse exists"
        }
        "open_reservations_pkey" => "one open reservation a job, made by its reserve entry",
        "overrides_pkey" | "overrides_request" => {
            "overrides are append-only: this id or request exists"
        }
        "override_events_pkey" => "an override event continues the chain of its override",
        "override_events_one_end" => "this override has ended",
        "override_targets_pkey" | "override_targets_one_use" => {
            "a target belongs to an executed override of its kind and is used once"
        }
        "audit_pkey" => "an audit record continues the chain",
        _ => return None,
    })
}
