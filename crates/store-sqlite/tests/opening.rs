//! What is opened and what is refused.

#![expect(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use onceover_store::{Clock, Store, StoreError};
use onceover_store_sqlite::SqliteStore;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tempfile::TempDir;

fn path(folder: &TempDir) -> String {
    folder.path().join("onceover.db").display().to_string()
}

async fn raw(folder: &TempDir) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(path(folder))
        .create_if_missing(true)
        .connect()
        .await
        .unwrap()
}

#[tokio::test]
async fn opening_makes_the_file_in_wal_mode_and_brings_it_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let store =
        SqliteStore::open(&format!("sqlite:{}", path(&folder)), Clock::Database).await.unwrap();
    assert_eq!(store.read().await.unwrap().workspace().await.unwrap(), None);
    let mode: String =
        sqlx::query_scalar("pragma journal_mode").fetch_one(&mut raw(&folder).await).await.unwrap();
    assert_eq!(mode, "wal");
    store.close().await;
    SqliteStore::open(&path(&folder), Clock::Database).await.unwrap();
}

#[tokio::test]
async fn a_database_newer_than_the_program_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    SqliteStore::open(&path(&folder), Clock::Database).await.unwrap().close().await;
    let mut connection = raw(&folder).await;
    sqlx::query("insert into _sqlx_migrations values (9999, 'from the future', current_timestamp, true, x'00', 0)")
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let refused = SqliteStore::open(&path(&folder), Clock::Database).await.err().unwrap();
    assert!(
        matches!(&refused, StoreError::Unusable(text) if text.contains("newer than this program")),
        "{refused}"
    );
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(path(&folder), "this is a letter, not a database. ".repeat(100)).unwrap();
    let refused = SqliteStore::open(&path(&folder), Clock::Database).await.err().unwrap();
    assert!(matches!(&refused, StoreError::Unusable(_)), "{refused:?}");
}

#[tokio::test]
async fn a_path_that_names_no_file_is_refused() {
    for bad in ["", "sqlite:", "sqlite::memory:", ":memory:"] {
        let refused = SqliteStore::open(bad, Clock::Database).await.err().unwrap();
        assert!(matches!(&refused, StoreError::Unusable(_)), "{bad}: {refused:?}");
    }
    let refused = SqliteStore::open("/nowhere/at/all.db", Clock::Database).await.err().unwrap();
    assert!(
        matches!(&refused, StoreError::Unavailable(text) if text.contains("/nowhere")),
        "{refused:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_that_open_a_new_file_at_once_migrate_it_once() {
    let folder = tempfile::tempdir().unwrap();
    let barrier = std::sync::Arc::new(tokio::sync::Barrier::new(6));
    let opens: Vec<_> = (0..6)
        .map(|_| {
            let (path, barrier) = (path(&folder), barrier.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                SqliteStore::open(&path, Clock::Database).await
            })
        })
        .collect();
    for opened in opens {
        opened.await.unwrap().unwrap().close().await;
    }
    let rows: Vec<(i64, i64)> =
        sqlx::query_as("select version, count(*) from _sqlx_migrations where success group by version order by version")
            .fetch_all(&mut raw(&folder).await)
            .await
            .unwrap();
    assert!(!rows.is_empty() && rows.iter().all(|(_, times)| *times == 1), "{rows:?}");
}
