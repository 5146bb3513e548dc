//! What one client may ask of the server.

use std::time::Duration;

/// Bounds on requests and connections.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of a request body. A payload or result of 1 MiB fits together with its labels and other members.
    pub body_bytes: usize,
    /// How long a body may take to arrive.
    pub body_time: Duration,
    /// How long the head of a request may take to arrive, and a connection may stay idle.
    pub head_time: Duration,
    /// Connections at the same time; more of them wait to be accepted.
    pub connections: usize,
    /// How long requests under way may take once a shutdown began.
    pub shutdown_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 1024 * 1024 + 256 * 1024,
            body_time: Duration::from_secs(30),
            head_time: Duration::from_secs(60),
            connections: 512,
            shutdown_time: Duration::from_secs(20),
        }
    }
}
