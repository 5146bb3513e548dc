//! Attacks with plain SQL on what must never happen, each of which both databases refuse.
//!
//! One list, [`attacks`], run by whoever holds a client: on SQLite over a connection that sets no pragma, on Postgres as the
//! owner and once more in the part of a replica, where ordinary triggers and foreign keys sleep. Each must be refused and leave
//! every row as it was. [`controls`] are their harmless twins, which pass: what is refused is refused for what it does.
#![expect(missing_docs, reason = "the names of attacks are sentences")]
#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

mod append_only;
mod content;
mod forge;
pub mod forged;
mod jobs;
mod ledger;
mod overrides;
mod roundabout;
mod snapshot;

use crate::world::{Backend, Raw, World};

pub use content::Content;
use snapshot::everything;

/// Statements that must not take effect. Placeholders in braces are filled from [`Content`].
#[derive(Debug, Clone)]
pub struct Attack {
    pub name: String,
    pub sql: String,
    /// Only one of the databases knows the statement.
    pub only: Option<Backend>,
}

impl Attack {
    fn new(name: impl Into<String>, sql: impl Into<String>) -> Self {
        Self { name: name.into(), sql: sql.into(), only: None }
    }

    fn only(self, backend: Backend) -> Self {
        Self { only: Some(backend), ..self }
    }
}

/// All attacks.
pub fn attacks() -> Vec<Attack> {
    [
        append_only::attacks(),
        jobs::attacks(),
        ledger::attacks(),
        overrides::attacks(),
        roundabout::attacks(),
    ]
    .concat()
}

/// Statements of the same make that are right, and pass.
pub fn controls() -> Vec<Attack> {
    [jobs::controls(), ledger::controls(), overrides::controls()].concat()
}

/// How the attacker is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// As the owner.
    Owner,
    /// As a session that plays a replica (Postgres).
    Replica,
}

/// Runs everything against one database full of work.
pub async fn all_are_refused(world: &World, part: Part) {
    let content = Content::of(world).await;
    let backend = world.database.backend;
    let mut raw = world.database.raw().await;
    if part == Part::Replica {
        raw.run("set session_replication_role = replica").await.unwrap();
    }
    let mut wrong = vec![];
    for control in controls() {
        raw.run("begin").await.unwrap();
        if let Err(error) = raw.run(&content.fill(&control.sql, backend)).await {
            wrong.push(format!("refused, though it is right: {}: {error}", control.name));
        }
        raw.run("rollback").await.unwrap();
    }
    let before = everything(&mut raw).await;
    for attack in attacks() {
        if attack.only.is_some_and(|only| only != backend) {
            continue;
        }
        if let Some(problem) = tried(&mut raw, &content.fill(&attack.sql, backend)).await {
            wrong.push(format!("{}: {problem}", attack.name));
        }
    }
    let after = everything(&mut raw).await;
    assert_eq!(after, before, "every row is as it was; so far wrong: {wrong:#?}");
    raw.close().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    world.check().await;
}

/// Tries it in one transaction that is undone; what is wrong if it was not refused, also not by the commit.
async fn tried(raw: &mut Raw, sql: &str) -> Option<String> {
    raw.run("begin").await.unwrap();
    let refused = match raw.run(sql).await {
        Ok(()) => raw.run(deferred(raw)).await.is_err(),
        Err(error) => {
            if is_a_slip(&error) {
                raw.run("rollback").await.unwrap();
                return Some(format!("the attack itself is wrong: {error}\n{sql}"));
            }
            true
        }
    };
    raw.run("rollback").await.unwrap();
    (!refused).then(|| "was let in".to_owned())
}

/// Asks for what would be checked at the commit.
const fn deferred(raw: &Raw) -> &'static str {
    match raw {
        Raw::Sqlite(_) => "select 1",
        Raw::Postgres(_) => "set constraints all immediate",
    }
}

/// The database did not understand the statement, so that it refused nothing.
fn is_a_slip(error: &str) -> bool {
    [
        "syntax",
        "no such",
        "does not exist",
        "has no column",
        "values for",
        "ambiguous",
        "is of type",
        "datatype mismatch",
    ]
    .iter()
    .any(|slip| error.contains(slip))
}
