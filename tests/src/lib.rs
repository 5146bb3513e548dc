//! What the tests share: a world of one database with an engine on it, the laws that every store keeps, and the attacks that
//! every database refuses.

pub mod attack;
pub mod conformance;
pub mod desktop;
pub mod http;
pub mod tampering;
pub mod world;
