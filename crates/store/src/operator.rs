//! The workspace, its operators and API keys.

use async_trait::async_trait;
use onceover_domain::id::TenantId;
use onceover_domain::operator::Operator;
use onceover_domain::time::Time;

use crate::StoreError;

/// What a workspace is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Environment {
    /// Real customers.
    Production,
    /// A rehearsal of production.
    Staging,
    /// For tests.
    Test,
    /// One person's machine.
    Local,
}

impl Environment {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Production, Self::Staging, Self::Test, Self::Local];

    /// As stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Production => "production",
            Self::Staging => "staging",
            Self::Test => "test",
            Self::Local => "local",
        }
    }

    /// Reads what [`Environment::as_str`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|environment| environment.as_str() == text)
    }
}

/// A workspace: one database and what it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workspace {
    /// Its name.
    pub name: String,
    /// What it is used for.
    pub environment: Environment,
    /// When it was made.
    pub created_at: Time,
}

/// What an API key may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Submit and cancel jobs.
    Submit,
    /// Read jobs and the ledger.
    Read,
    /// Claim and finish jobs.
    Work,
    /// Everything an API key can do.
    Admin,
}

impl Scope {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Submit, Self::Read, Self::Work, Self::Admin];

    /// As stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Submit => "submit",
            Self::Read => "read",
            Self::Work => "work",
            Self::Admin => "admin",
        }
    }

    /// Reads what [`Scope::as_str`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text)
    }
}

/// An API key; the secret itself is never stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Public part.
    pub id: String,
    /// The tenant it belongs to; absent: all tenants.
    pub tenant: Option<TenantId>,
    /// What people call it.
    pub name: String,
    /// What it may do; stored separated by commas.
    pub scopes: Vec<Scope>,
    /// SHA-256 of the secret part.
    pub secret_hash: [u8; 32],
    /// When it was made.
    pub created_at: Time,
    /// From then on it is refused.
    pub expires_at: Option<Time>,
    /// Set when it was revoked.
    pub revoked_at: Option<Time>,
}

/// Reads of the workspace.
#[async_trait]
pub trait OperatorReads: Send {
    /// The workspace; `None` before `init`.
    ///
    /// # Errors
    /// The database fails.
    async fn workspace(&mut self) -> Result<Option<Workspace>, StoreError>;

    /// All operators, sorted.
    ///
    /// # Errors
    /// The database fails.
    async fn operators(&mut self) -> Result<Vec<Operator>, StoreError>;

    /// An API key by its public part.
    ///
    /// # Errors
    /// The database fails.
    async fn api_key(&mut self, id: &str) -> Result<Option<ApiKey>, StoreError>;

    /// All API keys, oldest first.
    ///
    /// # Errors
    /// The database fails.
    async fn api_keys(&mut self) -> Result<Vec<ApiKey>, StoreError>;
}

/// Writes of the workspace.
#[async_trait]
pub trait OperatorWrites: Send {
    /// Makes the workspace; `false` if there is one (nothing is written then).
    ///
    /// # Errors
    /// The database fails.
    async fn insert_workspace(&mut self, workspace: &Workspace) -> Result<bool, StoreError>;

    /// Adds an operator; `false` if the name exists.
    ///
    /// # Errors
    /// The database fails.
    async fn insert_operator(&mut self, operator: &Operator) -> Result<bool, StoreError>;

    /// Adds an API key.
    ///
    /// # Errors
    /// [`StoreError::Refused`] when the tenant does not exist.
    async fn insert_api_key(&mut self, key: &ApiKey) -> Result<(), StoreError>;

    /// Revokes an API key at once; `false` if there is none that could be.
    ///
    /// # Errors
    /// The database fails.
    async fn revoke_api_key(&mut self, id: &str, now: Time) -> Result<bool, StoreError>;
}
