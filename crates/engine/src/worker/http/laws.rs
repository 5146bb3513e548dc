//! The handler against a real socket.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use onceover_domain::id::{JobId, Kind, TenantId};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::*;

const PAYLOAD: &str = "{\"id\": 1234567890123456789,\n \"t\":\"\\ud83d \\u0000 é\"}";

fn task() -> Task {
    Task {
        job: "0190c0de-0000-7000-8000-000000000001".parse::<JobId>().unwrap(),
        tenant: TenantId::parse("acme").unwrap(),
        kind: Kind::parse("github.push").unwrap(),
        attempt: 3,
        effect_key: "0190c0de-0000-7000-8000-000000000001.r1".into(),
        payload: Arc::from(PAYLOAD),
    }
}

fn handler(host: &str, address: SocketAddr, allow_private: bool, timeout: Duration) -> HttpHandler {
    let target =
        Target::new(&format!("http://{host}:{}/hook", address.port()), allow_private).unwrap();
    HttpHandler::new(&HttpSettings { target, timeout }).unwrap()
}

async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

/// Reads one request to the end of its payload.
async fn receive(stream: &mut TcpStream) -> String {
    let mut request = Vec::new();
    while !request.ends_with(PAYLOAD.as_bytes()) {
        assert!(stream.read_buf(&mut request).await.unwrap() > 0, "the request ended early");
    }
    String::from_utf8(request).unwrap()
}

/// Answers one request with these bytes and gives the request and the connection back.
async fn answer_once(response: &'static str) -> (SocketAddr, JoinHandle<(String, TcpStream)>) {
    let (listener, address) = listen().await;
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let request = receive(&mut stream).await;
        stream.write_all(response.as_bytes()).await.unwrap();
        (request, stream)
    });
    (address, server)
}

/// Whether a connection waits to be accepted; asks the system itself, which knows at once.
fn was_called(listener: TcpListener) -> bool {
    listener.into_std().unwrap().accept().is_ok()
}

fn class(outcome: Outcome) -> (String, bool) {
    match outcome {
        Outcome::Failed { class, retryable, .. } => (class, retryable),
        Outcome::Succeeded { .. } => ("succeeded".into(), false),
    }
}

const LONG: Duration = Duration::from_secs(60);

#[tokio::test]
async fn the_receiver_gets_the_payload_byte_for_byte_and_knows_the_effect() {
    let (address, server) =
        answer_once("HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok").await;
    let outcome = handler("127.0.0.1", address, true, LONG).run(&task()).await;
    assert_eq!(
        outcome,
        Outcome::Succeeded { result: Some("{\"status\":202}".into()), units: None }
    );
    let request = server.await.unwrap().0;
    assert!(request.starts_with("POST /hook HTTP/1.1\r\n"));
    assert!(request.ends_with(&format!("\r\n\r\n{PAYLOAD}")));
    for header in [
        "content-type: application/json",
        "idempotency-key: 0190c0de-0000-7000-8000-000000000001.r1",
        "onceover-job: 0190c0de-0000-7000-8000-000000000001",
        "onceover-attempt: 3",
    ] {
        assert!(request.contains(&format!("\r\n{header}\r\n")), "{header} in {request}");
    }
}

#[tokio::test]
async fn a_receiver_that_does_not_answer_is_a_time_out_that_is_tried_again() {
    let (listener, address) = listen().await;
    let held = tokio::spawn(async move { listener.accept().await.unwrap() });
    let outcome = handler("127.0.0.1", address, true, Duration::from_millis(50)).run(&task()).await;
    assert_eq!(class(outcome), ("http_timeout".into(), true));
    held.await.unwrap();
}

#[tokio::test]
async fn a_closed_port_is_a_refusal_that_is_tried_again() {
    let (listener, address) = listen().await;
    drop(listener);
    let outcome = handler("127.0.0.1", address, true, LONG).run(&task()).await;
    let message = format!("127.0.0.1:{} refused the connection", address.port());
    let expected = Outcome::Failed {
        class: "http_connect".into(),
        message,
        retryable: true,
        retry_after: None,
    };
    assert_eq!(outcome, expected);
}

#[tokio::test]
async fn a_receiver_that_hangs_up_is_tried_again() {
    let (address, server) = answer_once("").await;
    let run =
        tokio::spawn(async move { handler("127.0.0.1", address, true, LONG).run(&task()).await });
    drop(server.await.unwrap());
    assert_eq!(class(run.await.unwrap()), ("http_broken".into(), true));
}

#[tokio::test]
async fn a_name_that_resolves_to_an_inside_address_is_refused_before_anything_is_sent() {
    let (listener, address) = listen().await;
    let outcome = handler("localhost", address, false, LONG).run(&task()).await;
    assert_eq!(class(outcome), ("http_refused_address".into(), false));
    assert!(!was_called(listener), "somebody connected");
}

#[tokio::test]
async fn a_name_that_resolves_to_nothing_is_tried_again() {
    let (_listener, address) = listen().await;
    let outcome = handler("no-such-host.invalid", address, false, LONG).run(&task()).await;
    assert_eq!(class(outcome), ("http_dns".into(), true));
}

#[tokio::test]
async fn a_redirect_is_final_and_not_followed() {
    let (elsewhere, target) = listen().await;
    let response = format!(
        "HTTP/1.1 307 Temporary Redirect\r\nlocation: http://{target}/\r\ncontent-length: 0\r\n\r\n"
    );
    let (address, server) = answer_once(response.leak()).await;
    let outcome = handler("127.0.0.1", address, true, LONG).run(&task()).await;
    assert_eq!(class(outcome), ("http_307".into(), false));
    server.await.unwrap();
    assert!(!was_called(elsewhere), "the redirect was followed");
}

#[tokio::test]
async fn retry_after_reaches_the_outcome_and_the_body_does_not() {
    let (address, server) = answer_once(
        "HTTP/1.1 429 Too Many Requests\r\nretry-after: 17\r\ncontent-length: 6\r\n\r\nsecret",
    )
    .await;
    let outcome = handler("127.0.0.1", address, true, LONG).run(&task()).await;
    let Outcome::Failed { class, message, retryable, retry_after } = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(
        (class.as_str(), retryable, retry_after),
        ("http_429", true, Some(Duration::from_secs(17)))
    );
    assert!(!message.contains("secret"));
    server.await.unwrap();
}

#[tokio::test]
async fn a_body_without_end_is_not_read_on() {
    let (address, server) =
        answer_once("HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n").await;
    let outcome = handler("127.0.0.1", address, true, LONG).run(&task()).await;
    assert_eq!(class(outcome).0, "succeeded");
    let mut stream = server.await.unwrap().1;
    let piece = [b'x'; 4096];
    while stream.write_all(&piece).await.is_ok() {}
}
