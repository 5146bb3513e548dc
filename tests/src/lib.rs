//! What the tests share.

pub mod desktop;
