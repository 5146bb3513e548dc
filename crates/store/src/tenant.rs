//! Tenants, meters and limits.

use async_trait::async_trait;
use onceover_domain::id::{Meter, OverrideId, TenantId};
use onceover_domain::ledger::Limit;
use onceover_domain::tenant::{MeterSettings, Tenant};
use onceover_domain::time::Time;

use crate::StoreError;

/// Reads of tenants.
#[async_trait]
pub trait TenantReads: Send {
    /// Tenants by id; those that do not exist are left out.
    ///
    /// # Errors
    /// The database fails.
    async fn tenants(&mut self, ids: &[TenantId]) -> Result<Vec<Tenant>, StoreError>;

    /// All tenants, sorted; at most 10,000.
    ///
    /// # Errors
    /// The database fails.
    async fn all_tenants(&mut self) -> Result<Vec<Tenant>, StoreError>;

    /// Meters with the limit in force; those that do not exist are left out.
    ///
    /// # Errors
    /// The database fails.
    async fn meters(&mut self, of: &[(TenantId, Meter)]) -> Result<Vec<MeterSettings>, StoreError>;

    /// All meters of one tenant (or of all), sorted by tenant and name.
    ///
    /// # Errors
    /// The database fails.
    async fn meters_of(
        &mut self,
        tenant: Option<&TenantId>,
    ) -> Result<Vec<MeterSettings>, StoreError>;
}

/// Writes of tenants.
#[async_trait]
pub trait TenantWrites: Send {
    /// Makes a tenant; `false` if it existed.
    ///
    /// # Errors
    /// The database fails.
    async fn insert_tenant(&mut self, tenant: &Tenant) -> Result<bool, StoreError>;

    /// Makes a meter with its first limit; `false` if the meter existed (nothing is written then).
    ///
    /// # Errors
    /// The database fails.
    async fn insert_meter(
        &mut self,
        meter: &MeterSettings,
        set_by: &str,
        now: Time,
    ) -> Result<bool, StoreError>;

    /// Appends a limit of a later version.
    ///
    /// # Errors
    /// [`StoreError::Refused`] without its executed override.
    async fn append_limit(
        &mut self,
        tenant: &TenantId,
        meter: &Meter,
        limit: Limit,
        set_by: &str,
        override_id: OverrideId,
        now: Time,
    ) -> Result<(), StoreError>;
}
