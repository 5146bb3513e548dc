//! Ready means that a write commits.

use onceover_tests::http::both;
use onceover_tests::world::Backend;

#[tokio::test(flavor = "multi_thread")]
async fn readiness_is_a_write_that_leaves_nothing_behind() {
    both(async |service| {
        let backend = service.database.backend;
        let mut raw = service.database.raw().await;
        let refusal = match backend {
            Backend::Sqlite => "begin select raise(abort, 'nothing may be written'); end",
            Backend::Postgres => {
                "for each row execute function onceover_refuse('nothing may be written')"
            }
        };
        let drop = match backend {
            Backend::Sqlite => "drop trigger refused",
            Backend::Postgres => "drop trigger refused on idempotency_keys",
        };
        for _ in 0..3 {
            let ready = service.get("/readyz", "none").await;
            assert_eq!(ready.status, 200, "{}", ready.text);
        }
        for event in ["insert", "delete"] {
            let trigger =
                format!("create trigger refused before {event} on idempotency_keys {refusal}");
            raw.run(&trigger).await.unwrap();
            let refused = service.get("/readyz", "none").await;
            assert!(refused.status >= 500, "{event}: {}", refused.text);
            raw.run(drop).await.unwrap();
        }
        assert_eq!(service.get("/readyz", "none").await.status, 200);
        for table in ["idempotency_keys", "submissions", "jobs"] {
            assert_eq!(raw.number(&format!("select count(*) from {table}")).await, 0, "{table}");
        }
        raw.close().await;
    })
    .await;
}
