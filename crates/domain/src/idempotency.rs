//! Idempotency: when two requests are one, and what a repeated key is answered.
//!
//! A request is read once from the bytes that came ([`text`], [`request`]), hashed ([`fingerprint`]) and held against what is
//! stored under its [`key`] by one pure function, [`verdict()`]; [`difference()`] then says in words of JSON paths what differs.
//! Nothing here rounds a number or changes a byte of the payload. Who waits for whom, and where keys are kept, is left to the
//! engine and the stores. Source of the rules: specification, section 4.

pub mod difference;
pub mod fingerprint;
pub mod key;
pub mod request;
pub mod text;
pub mod verdict;

pub use difference::{Sent, difference};
pub use fingerprint::{FINGERPRINT_VERSION, Fingerprint};
pub use key::{Key, KeyInvalid};
pub use request::{Request, RequestInvalid};
pub use text::TextInvalid;
pub use verdict::{Kept, OnExpired, Retention, Stored, Verdict, verdict};
