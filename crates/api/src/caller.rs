//! Who calls. Identity comes from the session or the API key, never from a parameter.

use onceover_domain::id::{OperatorName, TenantId};
use onceover_store::Scope;

use crate::dto::Problem;
use crate::problem;

/// An authenticated caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Caller {
    /// A program with an API key.
    Key {
        /// Public part of the key.
        id: String,
        /// Its tenant; absent: all.
        tenant: Option<TenantId>,
        /// What it may do.
        scopes: Vec<Scope>,
    },
    /// A person at a desk or shell that opened the database directly.
    Operator(OperatorName),
}

impl Caller {
    /// How it appears in logs, the ledger and the audit.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Key { id, .. } => format!("oo_{id}"),
            Self::Operator(name) => name.to_string(),
        }
    }

    /// The tenant it is confined to.
    #[must_use]
    pub const fn tenant(&self) -> Option<&TenantId> {
        match self {
            Self::Key { tenant, .. } => tenant.as_ref(),
            Self::Operator(_) => None,
        }
    }

    /// Whether the caller has this scope; every operation checks it again.
    ///
    /// # Errors
    /// `scope_missing`.
    pub fn may(&self, scope: Scope) -> Result<(), Problem> {
        self.needs(scope)
    }

    /// Refuses a key without this scope. Operators of a directly opened database may read and set up everything.
    pub(crate) fn needs(&self, scope: Scope) -> Result<(), Problem> {
        match self {
            Self::Key { scopes, .. }
                if !scopes.contains(&scope) && !scopes.contains(&Scope::Admin) =>
            {
                Err(problem::scope_missing(scope))
            }
            Self::Key { .. } | Self::Operator(_) => Ok(()),
        }
    }

    /// The operator, where only a person may act.
    pub(crate) fn operator(&self) -> Result<&OperatorName, Problem> {
        match self {
            Self::Operator(name) => Ok(name),
            Self::Key { .. } => Err(problem::operator_needed()),
        }
    }

    /// The tenant a call is about: the key's own, or the one it names.
    pub(crate) fn tenant_named(&self, named: Option<&str>) -> Result<TenantId, Problem> {
        let named = named.map(TenantId::parse).transpose().map_err(problem::invalid)?;
        match (self.tenant(), named) {
            (Some(own), Some(named)) if *own != named => Err(problem::other_tenant()),
            (Some(own), _) => Ok(own.clone()),
            (None, Some(named)) => Ok(named),
            (None, None) => Err(problem::tenant_missing()),
        }
    }
}
