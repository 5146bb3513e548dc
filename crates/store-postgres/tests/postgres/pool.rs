//! No transaction outlives its owner, whatever happens to the owner or the connection.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use onceover_domain::id::TenantId;
use onceover_domain::tenant::Tenant;
use onceover_store::{AccountId, NewKey, Store, StoreError};
use onceover_store_postgres::PostgresStore;

use crate::database::{Database, number, run};
use crate::fixture::{self, NOW};

fn tenant(name: &str) -> Tenant {
    Tenant { id: TenantId::stored(name.to_owned()), created_at: NOW, suspended_at: None }
}

async fn tenants(store: &PostgresStore) -> Vec<String> {
    let mut snapshot = store.read().await.unwrap();
    snapshot.all_tenants().await.unwrap().into_iter().map(|tenant| tenant.id.to_string()).collect()
}

/// Polls a future so many times and then drops it.
struct Cut<F> {
    inner: Pin<Box<F>>,
    polls: u32,
}

impl<F: Future> Future for Cut<F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if self.polls == 0 {
            return Poll::Ready(None);
        }
        self.polls -= 1;
        self.inner.as_mut().poll(context).map(Some)
    }
}

#[tokio::test]
async fn a_transaction_dropped_undecided_is_undone_and_the_only_connection_is_clean() {
    let database = Database::new().await;
    let store = database.store_with(1).await;
    let mut dropped = store.write().await.unwrap();
    assert!(dropped.insert_tenant(&tenant("a")).await.unwrap());
    drop(dropped);
    assert!(tenants(&store).await.is_empty());
    let mut next = store.write().await.unwrap();
    assert!(next.insert_tenant(&tenant("b")).await.unwrap());
    next.commit().await.unwrap();
    assert_eq!(tenants(&store).await, ["b"]);
}

#[tokio::test]
async fn a_future_dropped_at_any_await_leaves_the_only_connection_clean() {
    let database = Database::new().await;
    let store = database.store_with(1).await;
    for polls in 1.. {
        let name = format!("t{polls:03}");
        let whole = async {
            let mut transaction = store.write().await?;
            transaction.insert_tenant(&tenant(&name)).await?;
            transaction.commit().await
        };
        let ended = Cut { inner: Box::pin(whole), polls }.await;
        let mut next = store.write().await.unwrap();
        next.insert_tenant(&tenant("next")).await.unwrap();
        next.rollback().await.unwrap();
        let known = tenants(&store).await;
        assert!(
            !known.iter().any(|known| known == "next"),
            "a transaction was entered from outside at poll {polls}"
        );
        if let Some(answer) = ended {
            answer.unwrap();
            assert!(known.contains(&name));
            return;
        }
    }
}

#[tokio::test]
async fn a_future_dropped_while_its_statement_waits_leaves_the_only_connection_clean() {
    let database = Database::new().await;
    let store = database.store_with(1).await;
    let mut holder = database.raw().await;
    run(&mut holder, "begin; lock table tenants in access exclusive mode").await.unwrap();
    let whole = async {
        let mut transaction = store.write().await.unwrap();
        transaction.insert_tenant(&tenant("a")).await
    };
    let waits = async {
        let mut raw = database.raw().await;
        while number(
            &mut raw,
            "select count(*) from pg_locks where not granted
            and database = (select oid from pg_database where datname = current_database())",
        )
        .await
            == 0
        {}
    };
    tokio::select! {
        answer = whole => panic!("{answer:?}"),
        () = waits => {}
    }
    run(&mut holder, "commit").await.unwrap();
    let mut next = store.write().await.unwrap();
    next.insert_tenant(&tenant("b")).await.unwrap();
    next.commit().await.unwrap();
    assert_eq!(tenants(&store).await, ["b"]);
}

#[tokio::test]
async fn a_failed_statement_cannot_be_committed_around() {
    let database = Database::new().await;
    let store = database.store_with(1).await;
    fixture::set_up(&store).await;
    let mut transaction = store.write().await.unwrap();
    transaction.insert_tenant(&tenant("kept_back")).await.unwrap();
    let job = fixture::job(None);
    let twice = [&job, &job]
        .map(|job| onceover_store::NewJob { job: job.clone(), payload: "1".to_owned() });
    let refused = transaction.insert_jobs(&twice).await;
    assert_eq!(refused, Err(StoreError::Refused("a job with this id exists".to_owned())));
    assert!(transaction.commit().await.is_err());
    assert_eq!(tenants(&store).await, ["acme"]);
}

#[tokio::test]
async fn a_version_that_moved_on_is_a_conflict_and_nothing_is_written() {
    let database = Database::new().await;
    let store = database.store_with(1).await;
    fixture::set_up(&store).await;
    let mut transaction = store.write().await.unwrap();
    let mut one = fixture::submit(transaction.as_mut(), "one").await;
    let mut two = fixture::submit(transaction.as_mut(), "two").await;
    transaction.commit().await.unwrap();
    let mut transaction = store.write().await.unwrap();
    (one.priority, one.version, two.version) = (9, one.version + 1, two.version + 2);
    let conflict = transaction.update_jobs(&[one.clone(), two.clone()]).await;
    assert_eq!(conflict, Err(StoreError::Conflict(format!("job {}", two.id))));
    assert!(transaction.commit().await.is_err());
    let mut snapshot = store.read().await.unwrap();
    assert_eq!(snapshot.jobs(&[one.id]).await.unwrap()[0].version, one.version - 1);
}

#[tokio::test]
async fn a_connection_that_ended_while_idle_is_replaced_unseen() {
    let database = Database::new().await;
    let store = database.store_with(1).await;
    assert!(tenants(&store).await.is_empty());
    end_others(&database).await;
    assert!(tenants(&store).await.is_empty());
    let mut transaction = store.write().await.unwrap();
    end_others(&database).await;
    let lost = transaction.insert_tenant(&tenant("a")).await;
    assert!(matches!(lost, Err(StoreError::Unavailable(_))), "{lost:?}");
    drop(transaction);
    assert!(tenants(&store).await.is_empty());
}

#[tokio::test]
async fn a_commit_whose_answer_does_not_come_is_unknown_and_a_deferred_refusal_is_certain() {
    let database = Database::new().await;
    let store = database.store_with(1).await;
    fixture::set_up(&store).await;
    let mut transaction = store.write().await.unwrap();
    transaction.insert_tenant(&tenant("a")).await.unwrap();
    end_others(&database).await;
    let unknown = transaction.commit().await;
    assert!(matches!(unknown, Err(StoreError::CommitUnknown(_))), "{unknown:?}");

    let mut transaction = store.write().await.unwrap();
    let key = NewKey {
        tenant: fixture::tenant(),
        key: "k".to_owned(),
        fingerprint: vec![1; 33],
        request: String::new(),
        job: fixture::job(None).id,
        created_at: NOW,
    };
    assert_eq!(transaction.take_keys(&[key]).await.unwrap(), [true]);
    let refused = transaction.commit().await;
    assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
    assert_eq!(tenants(&store).await, ["acme"]);
}

#[tokio::test]
async fn of_two_transactions_that_wait_for_each_other_one_is_told_busy() {
    let database = Database::new().await;
    let store = database.store_with(2).await;
    fixture::set_up(&store).await;
    // Accounts of two days: a meter without periods has only one.
    let daily = onceover_domain::id::Meter::parse("daily").unwrap();
    let account = |day: i64| AccountId {
        meter: daily.clone(),
        period_start: onceover_domain::time::Time((day + 1) * 86_400_000_000),
        ..fixture::account()
    };
    let mut one = store.write().await.unwrap();
    let meter = onceover_domain::tenant::MeterSettings {
        tenant: fixture::tenant(),
        meter: daily.clone(),
        scale: 0,
        period: onceover_domain::tenant::Period::Day,
        reserve: onceover_domain::tenant::ReserveAt::Submit,
        overage: false,
        limit: onceover_domain::ledger::Limit {
            units: onceover_domain::units::Units(10),
            version: 1,
        },
    };
    assert!(one.insert_meter(&meter, "ops", NOW).await.unwrap());
    one.lock_accounts(&[account(0), account(1)]).await.unwrap();
    one.commit().await.unwrap();
    let (mut one, mut two) = (store.write().await.unwrap(), store.write().await.unwrap());
    one.lock_accounts(&[account(0)]).await.unwrap();
    two.lock_accounts(&[account(1)]).await.unwrap();
    let other = async {
        let answer = two.lock_accounts(&[account(0)]).await;
        two.rollback().await.unwrap();
        answer
    };
    let this = async {
        let answer = one.lock_accounts(&[account(1)]).await;
        one.rollback().await.unwrap();
        answer
    };
    let answers = tokio::join!(this, other);
    let busy = |answer: &Result<_, StoreError>| matches!(answer, Err(StoreError::Busy(_)));
    assert!(busy(&answers.0) != busy(&answers.1), "{answers:?}");
}

async fn end_others(database: &Database) {
    let mut raw = database.raw().await;
    // Counted, so that all of them are gone when this returns.
    let end = "select count(*) from (select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()) as ended";
    assert!(number(&mut raw, end).await > 0);
}
