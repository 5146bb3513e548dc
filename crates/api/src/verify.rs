//! `verify` as an operation.

use crate::dto::{Problem, Verification, VerificationCheck};
use crate::{Api, Caller};

impl Api {
    /// Re-derives everything from one snapshot; only reads.
    ///
    /// # Errors
    /// `operator_needed`; the database is away.
    pub async fn verify(&self, caller: &Caller) -> Result<Verification, Problem> {
        caller.operator()?;
        let mut snapshot = self.read().await?;
        let report = onceover_engine::verify(&mut *snapshot).await?;
        let ok = report.ok();
        let checks = report.checks.into_iter().map(|check| VerificationCheck {
            name: check.name.to_owned(),
            violations: check.violations,
        });
        Ok(Verification { ok, checks: checks.collect() })
    }
}
