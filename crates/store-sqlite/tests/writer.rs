//! One writer a process, and other processes: nobody finds another's open transaction, and everybody gets a turn.

#![expect(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use onceover_domain::id::{OperatorName, TenantId};
use onceover_domain::operator::Operator;
use onceover_domain::tenant::Tenant;
use onceover_domain::time::Time;
use onceover_store::{Clock, Store, StoreError};
use onceover_store_sqlite::SqliteStore;
use tempfile::TempDir;

async fn open(folder: &TempDir) -> SqliteStore {
    let path = folder.path().join("onceover.db");
    SqliteStore::open(&format!("sqlite:{}", path.display()), Clock::Database).await.unwrap()
}

fn tenant(name: &str) -> Tenant {
    Tenant { id: TenantId::parse(name).unwrap(), created_at: Time(1), suspended_at: None }
}

async fn tenants(store: &SqliteStore) -> Vec<String> {
    let tenants = store.read().await.unwrap().all_tenants().await.unwrap();
    tenants.into_iter().map(|tenant| tenant.id.as_str().to_owned()).collect()
}

#[tokio::test]
async fn a_transaction_dropped_before_its_commit_leaves_a_clean_writer() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    let mut lost = store.write().await.unwrap();
    assert!(lost.insert_tenant(&tenant("lost")).await.unwrap());
    drop(lost);
    let mut kept = store.write().await.unwrap();
    assert!(kept.all_tenants().await.unwrap().is_empty());
    assert!(kept.insert_tenant(&tenant("kept")).await.unwrap());
    kept.commit().await.unwrap();
    assert_eq!(tenants(&store).await, ["kept"]);
    store.close().await;
}

/// Polls a future at most `polls` times, then drops it.
async fn dropped_after<T>(
    mut future: Pin<Box<dyn Future<Output = T> + Send + '_>>,
    mut polls: usize,
) -> Option<T> {
    poll_fn(move |context| {
        if polls == 0 {
            return Poll::Ready(None);
        }
        polls -= 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

#[tokio::test]
async fn a_caller_that_hangs_up_anywhere_leaves_a_writer_that_works() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    let mut completed = 0;
    for polls in 0..40 {
        let name = format!("t{polls}");
        let work = async {
            let mut transaction = store.write().await?;
            transaction.insert_tenant(&tenant(&name)).await?;
            transaction.commit().await
        };
        let done = dropped_after(Box::pin(work), polls).await;
        if let Some(done) = done {
            done.unwrap();
            completed += 1;
        }
        let mut next = store.write().await.unwrap();
        next.insert_operator(&Operator {
            name: OperatorName::parse(&name).unwrap(),
            created_at: Time(1),
        })
        .await
        .unwrap();
        next.commit().await.unwrap();
    }
    let operators = store.read().await.unwrap().operators().await.unwrap();
    assert_eq!(operators.len(), 40);
    assert!(completed > 0 && completed < 40, "{completed} ran to the end");
}

#[tokio::test]
async fn a_rolled_back_transaction_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    let mut transaction = store.write().await.unwrap();
    transaction.insert_tenant(&tenant("gone")).await.unwrap();
    transaction.rollback().await.unwrap();
    assert!(tenants(&store).await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_writer_waits_for_the_first_and_sees_what_it_wrote() {
    let folder = tempfile::tempdir().unwrap();
    // Two stores on one file are to SQLite what two processes are.
    let (one, two) = (open(&folder).await, open(&folder).await);
    let mut first = one.write().await.unwrap();
    first.insert_tenant(&tenant("first")).await.unwrap();
    let (started, begins) = tokio::sync::oneshot::channel();
    let second = tokio::spawn(async move {
        started.send(()).unwrap();
        let mut second = two.write().await.unwrap();
        let seen = second.all_tenants().await.unwrap().len();
        second.insert_tenant(&tenant("second")).await.unwrap();
        second.commit().await.unwrap();
        seen
    });
    begins.await.unwrap();
    first.commit().await.unwrap();
    assert_eq!(second.await.unwrap(), 1);
    assert_eq!(tenants(&one).await, ["first", "second"]);
}

#[tokio::test]
async fn a_snapshot_stays_at_its_moment_and_its_reader_is_given_back_clean() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    let mut snapshot = store.read().await.unwrap();
    assert!(snapshot.all_tenants().await.unwrap().is_empty());
    let mut transaction = store.write().await.unwrap();
    transaction.insert_tenant(&tenant("later")).await.unwrap();
    transaction.commit().await.unwrap();
    assert!(snapshot.all_tenants().await.unwrap().is_empty());
    drop(snapshot);
    // More than there are readers: each was given back, and none is stuck in an old moment.
    for _ in 0..20 {
        assert_eq!(tenants(&store).await, ["later"]);
    }
}

#[tokio::test]
async fn a_closed_store_refuses_to_write() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    store.close().await;
    assert!(matches!(store.write().await.err(), Some(StoreError::Unavailable(_))));
    assert!(matches!(store.read().await.err(), Some(StoreError::Unavailable(_))));
}

#[tokio::test]
async fn database_time_never_runs_back_and_is_the_time_of_now() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    let mut last = Time(0);
    for _ in 0..200 {
        let now = store.read().await.unwrap().now().await.unwrap();
        assert!(now >= last && now.0 % 1_000 == 0, "{now} after {last}");
        last = now;
    }
    assert!(last > Time::parse("2026-01-01T00:00:00Z").unwrap());
}
