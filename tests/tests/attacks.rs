//! Raw SQL against both databases: what must never happen is refused below the program, and what was changed behind the guards
//! is named by `verify`.

use onceover_tests::attack::{Part, all_are_refused};
use onceover_tests::world::{Backend, World};

#[tokio::test]
async fn sqlite_refuses_every_attack_over_a_plain_connection() {
    World::hold(Backend::Sqlite, async |world| all_are_refused(world, Part::Owner).await).await;
}

#[tokio::test]
async fn postgres_refuses_every_attack_of_its_owner() {
    World::hold(Backend::Postgres, async |world| all_are_refused(world, Part::Owner).await).await;
}

#[tokio::test]
async fn postgres_refuses_every_attack_of_a_session_that_plays_a_replica() {
    World::hold(Backend::Postgres, async |world| all_are_refused(world, Part::Replica).await).await;
}

#[tokio::test]
async fn verify_names_every_row_changed_behind_the_guards_of_sqlite() {
    onceover_tests::tampering::on(Backend::Sqlite).await;
}

#[tokio::test]
async fn verify_names_every_row_changed_behind_the_guards_of_postgres() {
    onceover_tests::tampering::on(Backend::Postgres).await;
}
