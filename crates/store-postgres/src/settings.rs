//! How a connection is opened, and the proof that the server keeps what it is told.

use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use onceover_store::StoreError;
use sqlx::PgConnection;
use sqlx::postgres::{PgConnectOptions, PgSslMode};

use crate::error::failed;

/// How long a statement waits for another transaction.
const LOCK_TIMEOUT: &str = "5s";
/// How long a statement of a write may take; a snapshot sets a longer time.
const STATEMENT_TIMEOUT: &str = "60s";
/// How long a transaction may lie open with nothing to do.
const IDLE_TIMEOUT: &str = "60s";
/// When a server that says nothing at all is given up: later than it would have ended the statement itself.
pub(crate) const WRITE_PATIENCE: Duration = Duration::from_secs(75);
/// The same for a snapshot.
pub(crate) const READ_PATIENCE: Duration = Duration::from_secs(615);
/// Every query of this crate stays prepared.
const STATEMENTS: usize = 256;
const OLDEST: i32 = 150_000;

/// Begins a write. Plans that read whole tables are off: one that is kept from a time when a table was small would make every
/// later batch slow, and no statement of a write needs one.
pub(crate) const BEGIN_WRITE: &str = "begin isolation level read committed read write; \
    set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off";
/// Begins a snapshot. Its statements have filters that may be absent, so each is planned for what it is given.
pub(crate) const BEGIN_READ: &str = "begin isolation level repeatable read read only; \
    set local plan_cache_mode = force_custom_plan; set local statement_timeout = '600s'";

/// Reads a URL. A server that is not on this machine has to prove who it is, unless the URL says otherwise.
pub(crate) fn options(url: &str) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(url).map_err(failed)?;
    let options = if is_local(&options) || names_sslmode(url) {
        options
    } else {
        options.ssl_mode(PgSslMode::VerifyFull)
    };
    Ok(options.application_name("onceover").statement_cache_capacity(STATEMENTS).options([
        ("lock_timeout", LOCK_TIMEOUT),
        ("statement_timeout", STATEMENT_TIMEOUT),
        ("idle_in_transaction_session_timeout", IDLE_TIMEOUT),
        // Compiling a plan costs more than any statement here.
        ("jit", "off"),
    ]))
}

fn is_local(options: &PgConnectOptions) -> bool {
    let host = options.get_host().trim_matches(['[', ']']);
    options.get_socket().is_some()
        || host.starts_with('/')
        || host == "localhost"
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn names_sslmode(url: &str) -> bool {
    url.split_once('?').is_some_and(|(_, query)| {
        query.split('&').any(|pair| matches!(pair.split('=').next(), Some("sslmode" | "ssl-mode")))
    })
}

/// Reads the settings back.
///
/// # Errors
/// [`StoreError::Unusable`] names the setting that is wrong.
pub(crate) async fn check(connection: &mut PgConnection) -> Result<(), StoreError> {
    let found = sqlx::query_file!("queries/settings/read_back.sql")
        .fetch_one(connection)
        .await
        .map_err(failed)?;
    if found.version < OLDEST {
        return Err(StoreError::Unusable(format!(
            "PostgreSQL {} is too old; use 15 or later",
            found.version / 10_000
        )));
    }
    if found.standby || found.read_only != "off" {
        return Err(StoreError::Unusable(
            "this PostgreSQL server is a standby or read-only; connect to the primary".to_owned(),
        ));
    }
    if found.encoding != "UTF8" {
        return Err(StoreError::Unusable(format!(
            "the database has encoding {}; make it with UTF8",
            found.encoding
        )));
    }
    for (name, is) in [
        ("fsync", &found.fsync),
        ("full_page_writes", &found.full_page_writes),
        ("synchronous_commit", &found.synchronous_commit),
    ] {
        if is == "off" {
            return Err(StoreError::Unusable(format!(
                "PostgreSQL runs with {name} off and would lose acknowledged work in a crash; turn it on"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(url: &str) -> String {
        format!("{:?}", options(url).unwrap().get_ssl_mode())
    }

    #[test]
    fn a_server_elsewhere_has_to_prove_who_it_is_unless_the_url_says_otherwise() {
        assert_eq!(mode("postgres://u@db.example.com/d"), "VerifyFull");
        assert_eq!(mode("postgres://u@192.0.2.7:5433/d?application_name=x"), "VerifyFull");
        assert_eq!(mode("postgres://u@db.example.com/d?sslmode=require"), "Require");
        for local in [
            "postgres://u@localhost/d",
            "postgres://u@127.0.0.1/d",
            "postgres://u@[::1]/d",
            "postgres://u@%2Frun/d",
        ] {
            assert_eq!(mode(local), "Prefer", "{local}");
        }
    }
}
