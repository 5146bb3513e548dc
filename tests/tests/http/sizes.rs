//! How large and how slow a body may be.

use std::time::Duration;

use onceover_http::Limits;
use onceover_tests::http::{Reply, both, both_with};
use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const MIB: usize = 1024 * 1024;

fn with_payload(bytes: usize) -> String {
    format!(r#"{{"kind":"a","payload":"{}"}}"#, "x".repeat(bytes - 2))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payload_may_have_1_mib_and_not_one_byte_more() {
    both(async |service| {
        let key = service.acme().await;
        assert_eq!(service.submit(&key, "k", &with_payload(MIB)).await.status, 201);
        for bytes in [MIB + 1, 10 * MIB, 10 * MIB + 1] {
            let refused = service.submit(&key, "k2", &with_payload(bytes)).await;
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (413, "payload_too_large"),
                "{bytes}"
            );
        }
        assert_eq!(service.submit(&key, "k2", &with_payload(MIB)).await.status, 201);
        assert_eq!(service.jobs().await, 2);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_streamed_body_is_cut_at_the_limit_without_being_kept() {
    both(async |service| {
        let key = service.acme().await;
        let mut stream = TcpStream::connect(service.address).await.unwrap();
        let head = format!(
            "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let chunk = format!("{MIB:x}\r\n{}\r\n", "x".repeat(MIB));
        let (mut read, mut write) = stream.into_split();
        let sending = tokio::spawn(async move {
            // Sent until the server has had enough.
            while write.write_all(chunk.as_bytes()).await.is_ok() {}
        });
        let mut answer = vec![];
        let mut part = [0; 4096];
        while !String::from_utf8_lossy(&answer).contains("payload_too_large") {
            let read = read.read(&mut part).await.unwrap();
            assert_ne!(read, 0, "{}", String::from_utf8_lossy(&answer));
            answer.extend_from_slice(&part[..read]);
        }
        assert!(answer.starts_with(b"HTTP/1.1 413"));
        drop(read);
        sending.await.unwrap();
        assert_eq!(service.get("/healthz", &key).await.status, 200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn compressed_and_other_kinds_of_bodies_are_refused_unread() {
    both(async |service| {
        let key = service.acme().await;
        let send = async |name: &str, value: &str| {
            let request = service.request(Method::POST, "/v1/jobs", &key);
            let request = if name == "Content-Type" {
                request
            } else {
                request.header("Content-Type", "application/json")
            };
            Reply::of(request.header(name, value).body(r#"{"kind":"a","payload":1}"#)).await
        };
        for encoding in ["gzip", "zstd", "br", "deflate", "gzip, identity", "x"] {
            assert_eq!(send("Content-Encoding", encoding).await.code(), "encoding_unsupported");
        }
        for media in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/jsonx",
            "multipart/form-data",
            "",
        ] {
            let refused = send("Content-Type", media).await;
            assert_eq!((refused.status, refused.code().as_str()), (415, "media_type_unsupported"));
        }
        assert_eq!(send("Content-Encoding", "identity").await.status, 201);
        assert_eq!(send("Content-Type", "Application/JSON; charset=utf-8").await.status, 201);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_arrive_in_time_is_cut_off_and_disturbs_nobody() {
    let limits = Limits { body_time: Duration::from_millis(300), ..Limits::default() };
    both_with(limits, async |service| {
        let key = service.acme().await;
        let mut stream = TcpStream::connect(service.address).await.unwrap();
        let head = format!(
            "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        assert_eq!(service.submit(&key, "k", r#"{"kind":"a","payload":1}"#).await.status, 201);
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
        assert!(answer.contains("request_timeout"), "{answer}");
        assert_eq!(service.jobs().await, 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_does_not_arrive_in_time_is_cut_off() {
    let limits = Limits { head_time: Duration::from_millis(300), ..Limits::default() };
    both_with(limits, async |service| {
        let mut stream = TcpStream::connect(service.address).await.unwrap();
        stream.write_all(b"POST /v1/jobs HTTP/1.1\r\nHost:").await.unwrap();
        let mut answer = vec![];
        stream.read_to_end(&mut answer).await.unwrap();
        assert_eq!(service.get("/healthz", "none").await.status, 200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_lengths_end_in_an_answer_or_a_closed_connection() {
    both(async |service| {
        let key = service.acme().await;
        for length in ["-1", "1e3", "99999999999999999999", "5, 6", "0x10"] {
            let mut stream = TcpStream::connect(service.address).await.unwrap();
            let head = format!(
                "POST /v1/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{{}}"
            );
            stream.write_all(head.as_bytes()).await.unwrap();
            stream.shutdown().await.unwrap();
            let mut answer = vec![];
            // A reset is an end as well.
            drop(stream.read_to_end(&mut answer).await);
            let answer = String::from_utf8_lossy(&answer);
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{length}: {answer}");
        }
        assert_eq!(service.jobs().await, 0);
    })
    .await;
}
