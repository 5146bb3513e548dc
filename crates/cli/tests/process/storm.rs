//! Ten thousand clients send one request with one key at the same time.

use std::collections::HashMap;
use std::net::SocketAddr;

use onceover_tests::world::all;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::program::both;

const CLIENTS: usize = 10_000;
const BODY: &str =
    r#"{"kind":"invoice.charge","payload":{"order":42},"meter":"credits","units":150}"#;

/// Each client holds a connection of its own, so as many files as clients are needed.
fn room_for_all() {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum }).unwrap();
}

async fn send(address: SocketAddr, key: String) -> (u16, String) {
    let request = format!(
        "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n\
         Idempotency-Key: \"order-42\"\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{BODY}",
        BODY.len()
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let body: Value = serde_json::from_str(body).unwrap();
    // Of a refusal, its reason.
    (status, body.get("id").unwrap_or(&body).to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_posts_of_one_key_make_one_job_and_no_error() {
    room_for_all();
    both(async |program| {
        let key = program.key().await;
        let served = program.serve().await;
        let answers = all((0..CLIENTS).map(|_| send(served.address, key.clone()))).await;
        let mut counts: HashMap<(u16, String), usize> = HashMap::new();
        for answer in answers {
            *counts.entry(answer).or_default() += 1;
        }
        let mut counts: Vec<_> =
            counts.into_iter().map(|((status, id), n)| (status, n, id)).collect();
        counts.sort();
        assert_eq!(counts.len(), 2, "{counts:?}");
        let [(200, replayed, id), (201, 1, made)] = &counts[..] else { panic!("{counts:?}") };
        assert_eq!((*replayed, id), (CLIENTS - 1, made));

        let jobs = program.json(&["jobs", "list"]).await;
        assert_eq!(jobs["items"].as_array().unwrap().len(), 1);
        let ledger =
            program.json(&["ledger", "show", "--tenant", "acme", "--meter", "credits"]).await;
        assert_eq!(ledger["entries"].as_array().unwrap().len(), 1);
        assert_eq!(ledger["balance"]["reserved"], json!("150"));
        served.process.stop().await;
    })
    .await;
}
