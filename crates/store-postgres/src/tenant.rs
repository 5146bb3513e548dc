//! Tenants, meters and limits.

use async_trait::async_trait;
use onceover_domain::id::{Meter, OverrideId, TenantId};
use onceover_domain::ledger::Limit;
use onceover_domain::tenant::{MeterSettings, Period, ReserveAt, Tenant};
use onceover_domain::time::Time;
use onceover_domain::units::Units;
use onceover_store::{StoreError, TenantReads, TenantWrites};

use crate::row::{column, count, damaged, word};
use crate::transaction::Session;

struct TenantRecord {
    id: String,
    created_at: i64,
    suspended_at: Option<i64>,
}

impl From<TenantRecord> for Tenant {
    fn from(row: TenantRecord) -> Self {
        Self {
            id: TenantId::stored(row.id),
            created_at: Time(row.created_at),
            suspended_at: row.suspended_at.map(Time),
        }
    }
}

struct MeterRecord {
    tenant_id: String,
    name: String,
    scale: i32,
    period: String,
    reserve_at: String,
    overage: bool,
    limit_units: i64,
    limit_version: i64,
}

impl MeterRecord {
    fn settings(self) -> Result<MeterSettings, StoreError> {
        Ok(MeterSettings {
            tenant: TenantId::stored(self.tenant_id),
            meter: Meter::stored(self.name),
            scale: u8::try_from(self.scale).map_err(|_| damaged("scale"))?,
            period: word(&self.period, Period::parse, "period")?,
            reserve: word(&self.reserve_at, ReserveAt::parse, "moment of reservation")?,
            overage: self.overage,
            limit: Limit {
                units: Units(self.limit_units),
                version: count(self.limit_version, "limit version")?,
            },
        })
    }
}

#[async_trait]
impl TenantReads for Session {
    async fn tenants(&mut self, ids: &[TenantId]) -> Result<Vec<Tenant>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let query = sqlx::query_file_as!(
            TenantRecord,
            "queries/tenant/tenants.sql",
            &column(ids, TenantId::as_str) as _
        );
        Ok(self.link.run(|c| query.fetch_all(c)).await?.into_iter().map(Tenant::from).collect())
    }

    async fn all_tenants(&mut self) -> Result<Vec<Tenant>, StoreError> {
        let query = sqlx::query_file_as!(TenantRecord, "queries/tenant/all_tenants.sql");
        Ok(self.link.run(|c| query.fetch_all(c)).await?.into_iter().map(Tenant::from).collect())
    }

    async fn meters(&mut self, of: &[(TenantId, Meter)]) -> Result<Vec<MeterSettings>, StoreError> {
        if of.is_empty() {
            return Ok(Vec::new());
        }
        let query = sqlx::query_file_as!(
            MeterRecord,
            "queries/tenant/meters.sql",
            &column(of, |(tenant, _)| tenant.as_str()) as _,
            &column(of, |(_, meter)| meter.as_str()) as _
        );
        self.link
            .run(|c| query.fetch_all(c))
            .await?
            .into_iter()
            .map(MeterRecord::settings)
            .collect()
    }

    async fn meters_of(
        &mut self,
        tenant: Option<&TenantId>,
    ) -> Result<Vec<MeterSettings>, StoreError> {
        let query = sqlx::query_file_as!(
            MeterRecord,
            "queries/tenant/meters_of.sql",
            tenant.map(TenantId::as_str)
        );
        self.link
            .run(|c| query.fetch_all(c))
            .await?
            .into_iter()
            .map(MeterRecord::settings)
            .collect()
    }
}

#[async_trait]
impl TenantWrites for Session {
    async fn insert_tenant(&mut self, tenant: &Tenant) -> Result<bool, StoreError> {
        let insert = sqlx::query_file!(
            "queries/tenant/insert_tenant.sql",
            tenant.id.as_str(),
            tenant.created_at.0,
            tenant.suspended_at.map(|at| at.0)
        );
        Ok(self.link.run(|c| insert.execute(c)).await?.rows_affected() == 1)
    }

    async fn insert_meter(
        &mut self,
        meter: &MeterSettings,
        set_by: &str,
        now: Time,
    ) -> Result<bool, StoreError> {
        let insert = sqlx::query_file!(
            "queries/tenant/insert_meter.sql",
            meter.tenant.as_str(),
            meter.meter.as_str(),
            i32::from(meter.scale),
            meter.period.as_str(),
            meter.reserve.as_str(),
            meter.overage,
            now.0
        );
        if self.link.run(|c| insert.execute(c)).await?.rows_affected() == 0 {
            return Ok(false);
        }
        self.insert_limit(&meter.tenant, &meter.meter, meter.limit, set_by, None, now).await?;
        Ok(true)
    }

    async fn append_limit(
        &mut self,
        tenant: &TenantId,
        meter: &Meter,
        limit: Limit,
        set_by: &str,
        override_id: OverrideId,
        now: Time,
    ) -> Result<(), StoreError> {
        self.insert_limit(tenant, meter, limit, set_by, Some(override_id), now).await
    }
}

impl Session {
    async fn insert_limit(
        &mut self,
        tenant: &TenantId,
        meter: &Meter,
        limit: Limit,
        set_by: &str,
        override_id: Option<OverrideId>,
        now: Time,
    ) -> Result<(), StoreError> {
        let insert = sqlx::query_file!(
            "queries/tenant/append_limit.sql",
            tenant.as_str(),
            meter.as_str(),
            i64::from(limit.version),
            limit.units.0,
            set_by,
            override_id.map(|given| given.0),
            now.0
        );
        self.link.run(|c| insert.execute(c)).await?;
        Ok(())
    }
}
