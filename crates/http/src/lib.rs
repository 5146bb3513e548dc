//! The HTTP API: parse, call `onceover-api`, render. No rule of the product is here.
//!
//! What is here are the rules of the transport: how large, how slow and how encoded a request may be, which status and headers a
//! problem gets, and how connections begin and end. `route.rs` is the table of calls; `call.rs` is the order in which a request
//! is judged; `serve.rs` accepts connections. This is the only crate that knows axum.

mod answer;
mod body;
mod call;
mod health;
mod job;
mod ledger;
mod limits;
mod observe;
mod route;
mod serve;
mod work;

pub use limits::Limits;
pub use route::{router, router_with};
pub use serve::{serve, serve_with};
