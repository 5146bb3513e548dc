//! What is particular to a batch that travels as one JSON text, and to the index a claim reads.

#![expect(clippy::unwrap_used, reason = "a helper that fails is a test that fails")]

use std::collections::BTreeMap;

use onceover_domain::id::{JobId, Kind, Queue, TenantId};
use onceover_domain::job::{Failure, Job, Lease, State};
use onceover_domain::ledger::{Account, Limit, Origin};
use onceover_domain::tenant::{MeterSettings, Period, ReserveAt, Tenant};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{AccountId, Clock, DueQuery, NewJob, Store, Transaction};
use onceover_store_sqlite::SqliteStore;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Row};
use tempfile::TempDir;
use uuid::Uuid;

async fn open(folder: &TempDir) -> SqliteStore {
    SqliteStore::open(&folder.path().join("onceover.db").display().to_string(), Clock::Database)
        .await
        .unwrap()
}

fn acme() -> TenantId {
    TenantId::parse("acme").unwrap()
}

async fn begun(store: &SqliteStore) -> Box<dyn Transaction> {
    let mut transaction = store.write().await.unwrap();
    transaction
        .insert_tenant(&Tenant { id: acme(), created_at: Time(1), suspended_at: None })
        .await
        .unwrap();
    transaction
}

fn job(number: u128) -> Job {
    Job {
        id: JobId(Uuid::from_u128(number)),
        tenant: acme(),
        kind: Kind::parse("mail").unwrap(),
        queue: Queue::parse("default").unwrap(),
        state: State::Queued,
        priority: 0,
        run_at: Time(10),
        attempt: 0,
        failures: 0,
        max_attempts: 5,
        generation: 1,
        losses: 0,
        releases: 0,
        payload_revision: 1,
        meter: None,
        units: None,
        key: None,
        labels: BTreeMap::new(),
        created_at: Time(1),
        changed_at: Time(1),
        started_at: None,
        finished_at: None,
        lease: None,
        cancel_requested: false,
        blocked: false,
        failure: None,
        result: None,
        hold: None,
        version: 1,
    }
}

fn new(job: Job) -> NewJob {
    NewJob { job, payload: "{}".to_owned() }
}

fn due(limit: u32) -> DueQuery {
    DueQuery {
        queues: vec![Queue::parse("default").unwrap()],
        kinds: None,
        tenant: None,
        limit,
        now: Time(100),
    }
}

#[tokio::test]
async fn texts_and_numbers_come_back_as_they_went() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    let mut transaction = begun(&store).await;
    let texts = [
        "{\"a\":\"\\u0000\\ud800 \\\"\"}",
        "[1e400, 9007199254740993, 1.10]",
        "\"\u{1f600}\u{7f}\u{2028}\"",
        " {} ",
    ];
    let mut expected = Vec::new();
    for (number, text) in (1..).zip(texts) {
        let mut job = job(number);
        job.labels = BTreeMap::from([("quote\"d".to_owned(), "\n\t\\ \u{e9}".to_owned())]);
        job.priority = i32::MIN;
        job.max_attempts = 1_000;
        transaction
            .insert_jobs(&[NewJob { job: job.clone(), payload: text.to_owned() }])
            .await
            .unwrap();
        job.state = State::Running;
        job.started_at = Some(Time(i64::MAX));
        job.failure = Some(Failure::new("\u{1}class", text, Some("\r\n")));
        job.result = Some(text.to_owned());
        job.lease = Some(Lease {
            token: onceover_domain::id::LeaseToken(Uuid::from_u128(u128::MAX)),
            worker: text.to_owned(),
            started_at: Time(9_007_199_254_740_993),
            expires_at: Time(i64::MAX),
            request: None,
        });
        job.version = 2;
        expected.push(job);
    }
    transaction.update_jobs(&expected).await.unwrap();
    let ids: Vec<JobId> = expected.iter().map(|job| job.id).collect();
    assert_eq!(transaction.lock_jobs(&ids).await.unwrap(), expected);
    let payloads = transaction.payloads(&ids).await.unwrap();
    assert_eq!(
        payloads,
        ids.into_iter().zip(texts.map(|text| Some(text.to_owned()))).collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn payloads_too_large_for_one_statement_are_taken_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    let mut transaction = begun(&store).await;
    let payload = format!("\"{}\"", "x".repeat(5 * 1024 * 1024));
    let jobs: Vec<NewJob> =
        (1..=5).map(|number| NewJob { job: job(number), payload: payload.clone() }).collect();
    transaction.insert_jobs(&jobs).await.unwrap();
    let ids: Vec<JobId> = jobs.iter().map(|new| new.job.id).collect();
    let payloads = transaction.payloads(&ids).await.unwrap();
    assert!(
        payloads.len() == 5 && payloads.iter().all(|(_, found)| found.as_ref() == Some(&payload))
    );
}

#[tokio::test]
async fn entries_of_one_batch_are_appended_in_the_order_given() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    let mut transaction = begun(&store).await;
    let meter = onceover_domain::id::Meter::parse("mails").unwrap();
    let limit = Limit { units: Units(i64::MAX), version: 1 };
    let settings = MeterSettings {
        tenant: acme(),
        meter: meter.clone(),
        scale: 0,
        period: Period::None,
        reserve: ReserveAt::Submit,
        overage: false,
        limit,
    };
    assert!(transaction.insert_meter(&settings, "ann", Time(1)).await.unwrap());
    assert!(!transaction.insert_meter(&settings, "ann", Time(1)).await.unwrap());
    let id = AccountId { tenant: acme(), meter, period_start: Time(0) };
    let mut account = transaction.lock_accounts(std::slice::from_ref(&id)).await.unwrap().remove(0);
    assert_eq!(account, Account::empty(id.tenant.clone(), id.meter.clone(), Time(0)));
    let mut entries = Vec::new();
    for number in 1..=300 {
        let origin = Origin {
            job: Some(JobId(Uuid::from_u128(number))),
            actor: "key".to_owned(),
            ..Origin::default()
        };
        entries
            .push(account.reserve(Units(9_007_199_254_740_993), limit, &origin, Time(5)).unwrap());
    }
    transaction.append_entries(&entries).await.unwrap();
    transaction.update_accounts(&[account.clone()]).await.unwrap();
    assert_eq!(transaction.verify_entries(&id, 0, 1_000).await.unwrap(), entries);
    assert_eq!(transaction.lock_accounts(&[id]).await.unwrap(), [account]);
    transaction.commit().await.unwrap();
}

#[tokio::test]
async fn a_claim_takes_the_highest_priority_then_the_longest_due_and_steps_over_what_is_not_due() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    let mut transaction = begun(&store).await;
    let at = |number: u128, priority: i32, run_at: i64| {
        new(Job { priority, run_at: Time(run_at), ..job(number) })
    };
    let mut jobs = vec![
        at(1, 0, 30),
        at(2, 0, 20),
        at(3, 5, 90),
        at(4, 9, 101),
        at(5, -1, 1),
        at(6, 5, 100),
        at(7, 0, 20),
    ];
    jobs[4].job.queue = Queue::parse("other").unwrap();
    transaction.insert_jobs(&jobs).await.unwrap();
    let numbers = |jobs: Vec<Job>| jobs.iter().map(|job| job.id.0.as_u128()).collect::<Vec<_>>();
    assert_eq!(numbers(transaction.lock_due(&due(10)).await.unwrap()), [3, 6, 2, 7, 1]);
    assert_eq!(numbers(transaction.lock_due(&due(3)).await.unwrap()), [3, 6, 2]);
    let both = DueQuery {
        queues: vec![Queue::parse("other").unwrap(), Queue::parse("default").unwrap()],
        ..due(10)
    };
    assert_eq!(numbers(transaction.lock_due(&both).await.unwrap()), [3, 6, 2, 7, 1, 5]);
    assert_eq!(transaction.next_due(&both).await.unwrap(), Some(Time(1)));
    let none = DueQuery { kinds: Some(vec![Kind::parse("fax").unwrap()]), ..both };
    assert!(transaction.lock_due(&none).await.unwrap().is_empty());
    assert_eq!(transaction.next_due(&none).await.unwrap(), None);
}

#[tokio::test]
async fn a_claim_reads_the_index_of_waiting_jobs_and_sorts_no_backlog() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).await;
    let mut raw = SqliteConnectOptions::new()
        .filename(folder.path().join("onceover.db"))
        .connect()
        .await
        .unwrap();
    for (file, sql) in [
        ("lock_due", include_str!("../queries/job/lock_due.sql")),
        ("next_due", include_str!("../queries/job/next_due.sql")),
    ] {
        let plan = sqlx::query(sqlx::AssertSqlSafe(format!("explain query plan {sql}")))
            .fetch_all(&mut raw)
            .await
            .unwrap();
        let plan: Vec<String> = plan.iter().map(|row| row.get("detail")).collect();
        for step in plan.iter().filter(|step| step.contains("jobs") || step.contains("waiting")) {
            let by_row = step.contains("USING INTEGER PRIMARY KEY (rowid=?)");
            assert!(
                step.starts_with("SEARCH") && (step.contains("jobs_waiting") || by_row),
                "{file}: {step}"
            );
        }
        assert!(
            plan.iter()
                .any(|step| step.contains("jobs_waiting (queue=? AND priority=? AND run_at<?)")
                    || file == "next_due"),
            "{plan:#?}"
        );
    }
    store.close().await;
}
