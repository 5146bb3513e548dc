//! How many approvals an override needs.

use super::OverrideKind;

/// The policy in force. Version 1 is the default of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Counts the changes of the policy.
    pub version: u32,
}

/// What a policy asks for one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// Approvals by others.
    pub approvals: u32,
    /// The policy wanted approvals, but nobody else may give them.
    pub single_operator: bool,
}

impl Policy {
    /// The default: a requeue of up to 100 dead letters, releasing a hold and a discard without charge run at once; everything
    /// that moves money or runs something else than was asked needs one other person.
    pub const DEFAULT: Self = Self { version: 1 };

    /// What it asks for `kind` on `jobs` jobs, when `others` people beside the requester may approve. `charge` is a discard that
    /// confirms what is held.
    #[must_use]
    pub const fn need(self, kind: OverrideKind, jobs: usize, charge: bool, others: usize) -> Need {
        let wanted = match kind {
            OverrideKind::Requeue | OverrideKind::ReleaseHold => (jobs > 100) as u32,
            OverrideKind::Discard => (charge || jobs > 100) as u32,
            OverrideKind::EditAndRequeue
            | OverrideKind::MarkSucceeded
            | OverrideKind::SetLimit
            | OverrideKind::Adjust
            | OverrideKind::Reverse => 1,
        };
        if others == 0 {
            Need { approvals: 0, single_operator: wanted > 0 }
        } else {
            Need { approvals: wanted, single_operator: false }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_requeue_of_up_to_100_runs_at_once_and_more_needs_another_person() {
        assert_eq!(Policy::DEFAULT.need(OverrideKind::Requeue, 100, false, 1).approvals, 0);
        assert_eq!(Policy::DEFAULT.need(OverrideKind::Requeue, 101, false, 1).approvals, 1);
    }

    #[test]
    fn with_nobody_else_to_ask_it_runs_and_says_so() {
        for kind in OverrideKind::ALL {
            let need = Policy::DEFAULT.need(kind, 1, true, 0);
            let wanted = Policy::DEFAULT.need(kind, 1, true, 1).approvals;
            assert_eq!(need, Need { approvals: 0, single_operator: wanted > 0 }, "{kind:?}");
        }
    }
}
