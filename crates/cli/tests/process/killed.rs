//! A worker process that is killed loses its job to the next one, and the job is charged once.

use std::time::Duration;

use onceover_tests::world::{Backend, Database};
use rustix::process::Signal;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::program::Program;

const BODY: &str =
    r#"{"kind":"invoice.charge","payload":{"order":42},"meter":"credits","units":150}"#;
/// Pauses between two looks at what is waited for.
const LOOK: Duration = Duration::from_millis(250);

/// Reads one delivery; its effect key.
async fn delivery(stream: &mut TcpStream) -> String {
    let mut request = String::new();
    let mut part = [0; 4096];
    while !request.contains(r#"{"order":42}"#) {
        let read = stream.read(&mut part).await.unwrap();
        assert_ne!(read, 0, "{request}");
        request.push_str(std::str::from_utf8(&part[..read]).unwrap());
    }
    let mut lines = request.lines().filter_map(|line| line.split_once(": "));
    let key = lines.find(|(name, _)| name.eq_ignore_ascii_case("idempotency-key"));
    key.expect("deliveries carry their effect key").1.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_of_a_killed_worker_runs_again_and_is_charged_once() {
    let on = async |backend| {
        let program = Program { database: Database::fresh(backend).await };
        program.set_up().await;
        killed(&program).await;
        program.end().await;
    };
    // The lease has to run out in real time: both databases wait for it together.
    tokio::join!(on(Backend::Sqlite), on(Backend::Postgres));
}

async fn killed(program: &Program) {
    let receiver = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let directory = tempfile::tempdir().unwrap();
    let settings = directory.path().join("onceover.toml");
    let handler = format!(
        "[handlers.\"invoice.charge\"]\ntype = \"http\"\nurl = \"http://{}/hook\"\nallow_private = true\n",
        receiver.local_addr().unwrap()
    );
    std::fs::write(&settings, handler).unwrap();
    let work = ["worker", "--config", settings.to_str().unwrap(), "--log", "warn"];

    let key = program.key().await;
    let served = program.serve().await;
    let (_, made) = served.post("/v1/jobs", &key, "order-42", BODY).await;
    let id = made["id"].as_str().unwrap();

    let mut worker = program.start(&work);
    let (mut first, _) = receiver.accept().await.unwrap();
    let effect_key = delivery(&mut first).await;
    worker.signal(Signal::KILL);
    assert!(!worker.child.wait().await.unwrap().success());
    assert_eq!(program.json(&["jobs", "show", id]).await["job"]["state"], json!("running"));

    let next = program.start(&work);
    let (mut second, _) = receiver.accept().await.unwrap();
    assert_eq!(
        delivery(&mut second).await,
        effect_key,
        "the other side can tell that it is the same effect"
    );
    second.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").await.unwrap();
    let detail = ended(program, id).await;
    next.stop().await;
    served.process.stop().await;

    let attempts = detail["attempts"].as_array().unwrap();
    let outcomes: Vec<_> = attempts.iter().map(|attempt| &attempt["outcome"]).collect();
    assert_eq!(outcomes, ["lost", "succeeded"]);
    eprintln!(
        "killed after the start at {}, lost at {}, run again at {}",
        attempts[0]["started_at"], attempts[0]["ended_at"], attempts[1]["started_at"]
    );
    let kinds: Vec<_> =
        detail["entries"].as_array().unwrap().iter().map(|entry| &entry["kind"]).collect();
    assert_eq!(kinds, ["reserve", "confirm"]);
    assert_eq!(detail["balance"]["used"], json!("150"));
}

/// The job once it has ended.
async fn ended(program: &Program, id: &str) -> Value {
    loop {
        let detail = program.json(&["jobs", "show", id]).await;
        match detail["job"]["state"].as_str().unwrap() {
            "succeeded" => return detail,
            "running" => tokio::time::sleep(LOOK).await,
            other => panic!("the job is {other}: {detail}"),
        }
    }
}
