//! A database as anyone with a client sees it.

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row, SqliteConnection};

/// A plain connection.
#[derive(Debug)]
pub enum Raw {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Raw {
    /// Runs statements; an error is the database's text.
    ///
    /// # Errors
    /// The database refused.
    pub async fn run(&mut self, sql: &str) -> Result<(), String> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::Sqlite(connection) => connection.execute(sqlx::raw_sql(sql)).await.map(|_| ()),
            Self::Postgres(connection) => connection.execute(sqlx::raw_sql(sql)).await.map(|_| ()),
        }
        .map_err(|error| error.to_string())
    }

    /// One whole number.
    pub async fn number(&mut self, sql: &str) -> i64 {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::Sqlite(connection) => connection.fetch_one(sql).await.unwrap().get(0),
            Self::Postgres(connection) => connection.fetch_one(sql).await.unwrap().get(0),
        }
    }

    /// The first column of every row, as text.
    pub async fn texts(&mut self, sql: &str) -> Vec<String> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::Sqlite(connection) => {
                connection.fetch_all(sql).await.unwrap().iter().map(|row| row.get(0)).collect()
            }
            Self::Postgres(connection) => {
                connection.fetch_all(sql).await.unwrap().iter().map(|row| row.get(0)).collect()
            }
        }
    }

    pub async fn close(self) {
        match self {
            Self::Sqlite(connection) => connection.close().await.unwrap(),
            Self::Postgres(connection) => connection.close().await.unwrap(),
        }
    }
}
