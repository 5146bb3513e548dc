//! Operators: the people every manual act is recorded under. Roles and sign-in build on this row.

use crate::id::OperatorName;
use crate::time::Time;

/// A person who answers for the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    /// The name, which is the id.
    pub name: OperatorName,
    /// When it was added.
    pub created_at: Time,
}
