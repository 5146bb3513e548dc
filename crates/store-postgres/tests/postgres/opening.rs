//! Which servers and databases are opened.

use onceover_store::{Clock, StoreError};
use onceover_store_postgres::PostgresStore;

use crate::database::{Database, number, run, unusable};

async fn open(database: &Database) -> Result<PostgresStore, StoreError> {
    PostgresStore::open(&database.url, Clock::Database).await
}

#[tokio::test]
async fn a_server_that_would_lose_acknowledged_work_is_refused() {
    let database = Database::new().await;
    database.set("synchronous_commit", "off").await;
    let text = unusable(open(&database).await);
    assert!(text.contains("synchronous_commit"), "{text}");
    database.set("synchronous_commit", "on").await;
    open(&database).await.unwrap();
}

#[tokio::test]
async fn a_database_that_is_not_written_to_is_refused() {
    let database = Database::new().await;
    database.set("default_transaction_read_only", "on").await;
    let text = unusable(open(&database).await);
    assert!(text.contains("primary"), "{text}");
}

#[tokio::test]
async fn a_database_newer_than_the_program_is_refused() {
    let database = Database::new().await;
    open(&database).await.unwrap();
    let newer =
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
        values (9000, 'of tomorrow', true, '', 0)";
    run(&mut database.raw().await, newer).await.unwrap();
    let text = unusable(open(&database).await);
    assert!(text.contains("newer than this program") && text.contains("9000"), "{text}");
}

#[tokio::test]
async fn many_that_open_a_new_database_at_once_migrate_it_once() {
    let database = Database::new().await;
    let (a, b, c, d) =
        tokio::join!(open(&database), open(&database), open(&database), open(&database));
    for opened in [a, b, c, d] {
        opened.unwrap();
    }
    let steps =
        number(&mut database.raw().await, "select count(*) from _sqlx_migrations where success")
            .await;
    assert_eq!(steps, 4);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unavailable_and_a_database_that_is_not_there_is_unusable() {
    let nowhere =
        PostgresStore::open("postgres://postgres@127.0.0.1:1/postgres", Clock::Database).await;
    assert!(matches!(nowhere, Err(StoreError::Unavailable(_))), "{nowhere:?}");
    let mut database = Database::new().await;
    database.url.push_str("_not");
    let text = unusable(open(&database).await);
    assert!(text.contains("does not exist"), "{text}");
}
