//! Many at once, through two processes on one database: one wins, the others are told.

use std::sync::Arc;
use std::time::Duration;

use onceover_domain::job::{Command, Job, Rejection, State};
use onceover_domain::units::Units;
use onceover_engine::overrides::{OverrideError, OverrideRefused};
use onceover_engine::{Engine, FinishAnswer, FinishRefused};

use crate::world::{Ask, World, all, claim, complete, fail, finish, token};

const ROUNDS: u32 = 200;

/// Jobs that run, each holding 100 units.
async fn running(world: &World) -> Vec<Job> {
    let tenant = world.tenant_with("acme", 100 * i64::from(ROUNDS)).await;
    let asks: Vec<Ask> = (0..ROUNDS).map(|_| Ask::of(&tenant).units(100)).collect();
    assert!(world.submit_all(&asks).await.iter().all(Result::is_ok));
    let jobs: Vec<Job> =
        world.claim("w", ROUNDS).await.into_iter().map(|claimed| claimed.job).collect();
    assert_eq!(jobs.len(), ROUNDS as usize);
    jobs
}

/// The commands at once, dealt out to two processes.
async fn at_once(
    world: &World,
    other: &Arc<Engine>,
    job: &Job,
    commands: Vec<Command>,
) -> Vec<FinishAnswer> {
    let finishes = commands.into_iter().enumerate().map(|(index, command)| {
        let engine = Arc::clone(if index % 2 == 0 { &world.engine } else { other });
        let finish = finish(job.id, command);
        async move { engine.finish(finish).await.unwrap() }
    });
    all(finishes).await
}

pub async fn of_twenty_confirms_at_once_one_settles_in_every_round(world: &World) {
    let other = world.neighbour().await;
    for (round, job) in running(world).await.iter().enumerate() {
        let amounts: Vec<i64> =
            (0..20).map(|index| if (index + round) % 3 == 0 { 60 } else { 50 }).collect();
        let commands = amounts.iter().map(|units| complete(token(job), Some(*units))).collect();
        let answers = at_once(world, &other, job, commands).await;
        let won = match &world.ledger(job).await[..] {
            "reserve 100, confirm 60" => 60,
            "reserve 100, confirm 50" => 50,
            ledger => panic!("one settlement, not {ledger}"),
        };
        for (units, answer) in amounts.iter().zip(answers) {
            if *units == won {
                assert_eq!(answer.unwrap().state, State::Succeeded);
            } else {
                assert_eq!(answer, Err(Rejection::AlreadyConfirmed { units: Units(won) }.into()));
            }
        }
        if round % 20 == 0 {
            world.check().await;
        }
    }
    other.store().close().await;
}

pub async fn of_confirms_against_cancels_one_settles_in_every_round(world: &World) {
    let other = world.neighbour().await;
    for (round, job) in running(world).await.iter().enumerate() {
        let commands = (0..20).map(|index| match (index * 7 + round) % 4 {
            0 => Command::Cancel,
            1 => Command::Release { token: token(job), delay: None },
            2 => fail(token(job), true),
            _ => complete(token(job), Some(100)),
        });
        for answer in at_once(world, &other, job, commands.collect()).await {
            let stable = [Rejection::LeaseLost, Rejection::WrongState { state: State::Succeeded }];
            let told = match &answer {
                Ok(_) => true,
                Err(FinishRefused::Rejected(rejection)) => stable.contains(rejection),
                Err(FinishRefused::NotFound) => false,
            };
            assert!(told, "{answer:?}");
        }
        let after = world.job(job.id).await;
        let ledger = world.ledger(job).await;
        let expected = match after.state {
            State::Succeeded => "reserve 100, confirm 100",
            State::Cancelled => "reserve 100, cancel 100",
            State::Queued | State::Failed => "reserve 100",
            State::Running | State::DeadLetter => panic!("somebody ended the attempt: {after:?}"),
        };
        assert_eq!(ledger, expected);
        if round % 20 == 0 {
            world.check().await;
        }
    }
    other.store().close().await;
}

pub async fn of_twenty_requeues_at_once_one_runs(world: &World) {
    let tenant = world.tenant_with("acme", 100).await;
    let other = world.neighbour().await;
    let mut dead = world.dead(&Ask::of(&tenant).units(100)).await;
    for generation in 2..7 {
        let requeues = (0..20).map(|index| {
            let engine = Arc::clone(if index % 2 == 0 { &world.engine } else { &other });
            let requeue = world.requeue_of(&dead);
            async move { engine.requeue(requeue).await }
        });
        let (ran, refused): (Vec<_>, Vec<_>) =
            all(requeues).await.into_iter().partition(Result::is_ok);
        assert_eq!((ran.len(), refused.len()), (1, 19));
        for refusal in refused {
            let Err(OverrideError::Refused(OverrideRefused::Stale { generation: now, .. })) =
                refusal
            else {
                panic!("told that it changed: {refusal:?}")
            };
            assert_eq!(now, generation);
        }
        world.check().await;
        let running = world.claim_one("w").await;
        assert_eq!(running.generation, generation);
        dead = world.fail(&running, false).await.unwrap();
    }
    assert_eq!(world.number("select count(*) from override_targets").await, 5);
    other.store().close().await;
}

pub async fn of_twenty_claims_of_one_job_one_starts_it(world: &World) {
    let tenant = world.tenant("acme").await;
    let other = world.neighbour().await;
    for _ in 0..20 {
        world.made(&Ask::of(&tenant)).await;
        let claims =
            (0..20).map(|index| {
                let engine = Arc::clone(if index % 2 == 0 { &world.engine } else { &other });
                async move {
                    engine.claim(claim(&format!("w{index}"), 1), Duration::ZERO).await.unwrap()
                }
            });
        let claimed: Vec<_> = all(claims).await.into_iter().flatten().collect();
        assert_eq!(claimed.len(), 1);
        assert_eq!(claimed[0].job.attempt, 1);
        world.complete(&claimed[0].job, None).await.unwrap();
    }
    other.store().close().await;
}
