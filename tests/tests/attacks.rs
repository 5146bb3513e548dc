//! Raw SQL against both databases: what must never happen is refused below the program.

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
