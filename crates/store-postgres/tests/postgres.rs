//! What only PostgreSQL can get wrong: settings of the server, connections that break, guards against its own statements. What
//! both databases promise is held by the conformance suite.
//!
//! The tests need a server in `ONCEOVER_TEST_POSTGRES`, an address with the right to create databases, and fail without one.
#![expect(clippy::unwrap_used, reason = "a step that fails is a test that fails")]

#[path = "postgres/database.rs"]
mod database;
#[path = "postgres/fixture.rs"]
mod fixture;
#[path = "postgres/guards.rs"]
mod guards;
#[path = "postgres/opening.rs"]
mod opening;
#[path = "postgres/pool.rs"]
mod pool;
