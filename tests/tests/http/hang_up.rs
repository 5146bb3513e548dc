//! A client that hangs up, at whatever moment, breaks nothing.

use onceover_tests::http::{Service, both, both_narrow};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const BODY: &str = r#"{"kind":"a","payload":{"n":1},"meter":"credits","units":1}"#;

fn request(key: &str, path: &str, idempotency_key: &str, body: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\nIdempotency-Key: {idempotency_key}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Sends the first `bytes` of a request and closes the connection, at once or by a reset.
async fn cut(service: &Service, request: &[u8], bytes: usize, reset: bool) {
    let mut stream = TcpStream::connect(service.address).await.unwrap();
    stream.write_all(&request[..bytes]).await.unwrap();
    if reset {
        stream.set_zero_linger().unwrap();
    }
    drop(stream);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submit_cut_at_any_byte_makes_one_job_when_it_is_sent_again() {
    both_narrow(async |service| {
        let key = service.acme().await;
        service.limit("acme", "credits", 1_000).await;
        let whole = request(&key, "/v1/jobs", "cut", BODY).len();
        let mut keys = vec![];
        for bytes in (0..=whole).rev().step_by(7).chain([whole, whole - 1]) {
            for reset in [false, true] {
                let name = format!("cut{}", keys.len() % 10);
                let sent = request(&key, "/v1/jobs", &name, BODY);
                cut(service, &sent, bytes.min(sent.len()), reset).await;
                keys.push(name);
            }
        }
        keys.sort();
        keys.dedup();
        for name in &keys {
            let again = service.submit(&key, name, BODY).await;
            assert!(matches!(again.status, 200 | 201), "{name}: {}", again.text);
        }
        assert_eq!(service.jobs().await, i64::try_from(keys.len()).unwrap());
        assert_eq!(service.get("/readyz", &key).await.status, 200);
        let balance = service.get("/v1/tenants/acme/balance?meter=credits", &key).await;
        assert_eq!(balance.text_of("/reserved"), keys.len().to_string());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_complete_cut_at_any_byte_charges_once_when_it_is_sent_again() {
    both_narrow(async |service| {
        let key = service.acme().await;
        service.limit("acme", "credits", 1).await;
        let id = service.submit(&key, "k", BODY).await.text_of("/id");
        let token = service.claim(&key).await.text_of("/jobs/0/lease/token");
        let path = format!("/v1/jobs/{id}/complete");
        let body = format!(r#"{{"lease_token":"{token}","units":1}}"#);
        let sent = request(&key, &path, "unused", &body);
        for bytes in (0..=sent.len()).rev().step_by(11) {
            cut(service, &sent, bytes, bytes % 2 == 0).await;
        }
        assert_eq!(service.post(&path, &key, body).await.text_of("/state"), "succeeded");
        let balance = service.get("/v1/tenants/acme/balance?meter=credits", &key).await;
        assert_eq!(
            (balance.text_of("/used"), balance.text_of("/reserved")),
            ("1".to_owned(), "0".to_owned())
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_requests_in_one_packet_are_two_requests() {
    both(async |service| {
        let key = service.acme().await;
        let mut stream = TcpStream::connect(service.address).await.unwrap();
        let body = r#"{"kind":"a","payload":1}"#;
        let mut both = request(&key, "/v1/jobs", "one", body);
        both.extend(request(&key, "/v1/jobs", "two", body));
        stream.write_all(&both).await.unwrap();
        let mut answer = String::new();
        let mut part = [0; 4096];
        while answer.matches("\"blocked\":false}").count() < 2 {
            let read = stream.read(&mut part).await.unwrap();
            assert_ne!(read, 0, "{answer}");
            answer.push_str(std::str::from_utf8(&part[..read]).unwrap());
        }
        assert_eq!(answer.matches("HTTP/1.1 201").count(), 2);
        assert_eq!(service.jobs().await, 2);
    })
    .await;
}
