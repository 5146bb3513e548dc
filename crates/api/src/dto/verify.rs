//! What `verify` found.

use serde::Serialize;

/// Answer of `verify`.
#[derive(Debug, Clone, Serialize)]
pub struct Verification {
    /// Nothing disagrees.
    pub ok: bool,
    /// Every check, also the clean ones.
    pub checks: Vec<VerificationCheck>,
}

/// One check.
#[derive(Debug, Clone, Serialize)]
pub struct VerificationCheck {
    /// Its name.
    pub name: String,
    /// `row: what is wrong`, each.
    pub violations: Vec<String>,
}
