//! An endpoint that jobs are delivered to, which answers as it is told.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicU16, Ordering},
};

use anyhow::{Context, Result};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A receiver of deliveries on a free port, for as long as the test runs.
#[derive(Debug, Clone)]
pub struct Endpoint {
    address: String,
    status: Arc<AtomicU16>,
    seen: Arc<Mutex<Vec<Delivery>>>,
}

/// One request that arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Its `Idempotency-Key`.
    pub key: String,
    /// Its body, byte for byte.
    pub body: String,
}

impl Endpoint {
    /// Begins to receive and to answer with this status.
    ///
    /// # Errors
    /// When no port is free.
    pub async fn start(status: u16) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let endpoint =
            Self { address, status: Arc::new(AtomicU16::new(status)), seen: Arc::default() };
        let own = endpoint.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                if let Err(error) = own.answer(stream).await {
                    eprintln!("a delivery broke: {error:#}");
                }
            }
        });
        Ok(endpoint)
    }

    /// Where it is.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers with another status from now on.
    pub fn answer_with(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    /// What arrived so far.
    #[must_use]
    pub fn seen(&self) -> Vec<Delivery> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn answer(&self, stream: TcpStream) -> Result<()> {
        let mut stream = BufReader::new(stream);
        let (mut key, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                if line.trim_end().is_empty() {
                    break;
                }
                continue;
            };
            match name.to_ascii_lowercase().as_str() {
                "idempotency-key" => value.clone_into(&mut key),
                "content-length" => length = value.parse().context("content-length")?,
                _ => {}
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await?;
        let delivery = Delivery { key, body: String::from_utf8(body)? };
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).push(delivery);
        let status = self.status.load(Ordering::SeqCst);
        let answer =
            format!("HTTP/1.1 {status} told\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        stream.write_all(answer.as_bytes()).await?;
        Ok(stream.shutdown().await?)
    }
}
