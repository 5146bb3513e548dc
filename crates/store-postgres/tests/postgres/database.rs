//! A database for each test.

use onceover_store::{Clock, StoreError};
use onceover_store_postgres::PostgresStore;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use uuid::Uuid;

pub struct Database {
    pub name: String,
    pub url: String,
}

impl Database {
    /// Makes an empty one. It is left behind; the server of the tests is thrown away with all of them.
    pub async fn new() -> Self {
        let name = format!("onceover_{}", Uuid::now_v7().simple());
        run(
            &mut PgConnection::connect(&server()).await.unwrap(),
            &format!("create database {name}"),
        )
        .await
        .unwrap();
        Self { url: sibling(&name), name }
    }

    pub async fn store(&self) -> PostgresStore {
        self.store_with(4).await
    }

    pub async fn store_with(&self, connections: u32) -> PostgresStore {
        PostgresStore::open_with(&self.url, Clock::Database, connections).await.unwrap()
    }

    /// A connection of the table owner, past the store.
    pub async fn raw(&self) -> PgConnection {
        PgConnection::connect(&self.url).await.unwrap()
    }

    /// Sets a default for every later session of this database.
    pub async fn set(&self, setting: &str, value: &str) {
        run(
            &mut self.raw().await,
            &format!("alter database {} set {setting} = {value}", self.name),
        )
        .await
        .unwrap();
    }
}

pub async fn run(connection: &mut PgConnection, sql: &str) -> Result<u64, sqlx::Error> {
    Ok(sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await?.rows_affected())
}

pub async fn number(connection: &mut PgConnection, sql: &str) -> i64 {
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(connection).await.unwrap()
}

pub fn unusable(opened: Result<PostgresStore, StoreError>) -> String {
    match opened {
        Err(StoreError::Unusable(text)) => text,
        other => panic!("expected that it cannot be used, got {other:?}"),
    }
}

fn server() -> String {
    std::env::var("ONCEOVER_TEST_POSTGRES").expect(
        "these tests need a PostgreSQL server: run them through scripts/postgres.sh, or name one in ONCEOVER_TEST_POSTGRES",
    )
}

/// The same server, another database.
fn sibling(name: &str) -> String {
    let server = server();
    let (address, options) =
        server.split_once('?').map_or((server.as_str(), String::new()), |(address, options)| {
            (address, format!("?{options}"))
        });
    format!("{}/{name}{options}", address.rsplit_once('/').expect("the address names a database").0)
}
