//! The limit of a meter: the first one is set-up, every later one an override.

use onceover_domain::id::{Meter, OperatorName, TenantId};
use onceover_domain::ledger::Limit;
use onceover_domain::overrides::{self, AuditRecord, OverrideKind};
use onceover_domain::tenant::{MeterSettings, Period, ReserveAt};
use onceover_domain::units::Units;
use onceover_store::Transaction;

use super::record::{Asked, Record, answered, audit, known_operator};
use super::{Outcome, OverrideError, OverrideRefused};
use onceover_domain::chain::Hash;

/// A request to set a limit. Settings that are absent take their default for a new meter and are left alone for an old one.
#[derive(Debug, Clone)]
pub struct SetLimit {
    /// Whose.
    pub tenant: TenantId,
    /// Which meter.
    pub meter: Meter,
    /// The limit.
    pub units: Units,
    /// Decimal places; 0 for a new meter.
    pub scale: Option<u8>,
    /// Period; none for a new meter.
    pub period: Option<Period>,
    /// When units are reserved; at submit for a new meter.
    pub reserve: Option<ReserveAt>,
    /// May a confirm pass what was reserved; no for a new meter.
    pub overage: Option<bool>,
    /// Version of the limit that was seen; any if absent.
    pub seen: Option<u32>,
    /// Why.
    pub reason: String,
    /// Who asks.
    pub operator: OperatorName,
    /// Repeating it returns the first answer.
    pub request_id: String,
}

/// Sets a limit in the caller's transaction; `None` when it was the meter's first.
///
/// # Errors
/// A refusal or a failure of the database; nothing may be committed then.
pub async fn set_limit(
    tx: &mut dyn Transaction,
    asked: &SetLimit,
) -> Result<Option<Outcome>, OverrideError> {
    let reason = overrides::reason(&asked.reason).map_err(OverrideRefused::from)?;
    known_operator(tx, &asked.operator).await?;
    let same = |request: &overrides::Override| request.kind == OverrideKind::SetLimit;
    if let Some(first) = answered(tx, &asked.operator, &asked.request_id, same).await? {
        return Ok(Some(first));
    }
    let found = tx.meters(&[(asked.tenant.clone(), asked.meter.clone())]).await?;
    match found.into_iter().next() {
        None => set_up(tx, asked, reason).await.map(|()| None),
        Some(meter) => change(tx, asked, &meter, reason).await.map(Some),
    }
}

async fn set_up(
    tx: &mut dyn Transaction,
    asked: &SetLimit,
    reason: String,
) -> Result<(), OverrideError> {
    if tx.tenants(std::slice::from_ref(&asked.tenant)).await?.is_empty() {
        return Err(OverrideRefused::NotFound("tenant").into());
    }
    let now = tx.now().await?;
    let settings = MeterSettings {
        tenant: asked.tenant.clone(),
        meter: asked.meter.clone(),
        scale: asked.scale.unwrap_or(0),
        period: asked.period.unwrap_or(Period::None),
        reserve: asked.reserve.unwrap_or(ReserveAt::Submit),
        overage: asked.overage.unwrap_or(false),
        limit: Limit { units: asked.units, version: 1 },
    };
    tx.insert_meter(&settings, asked.operator.as_str(), now).await?;
    let line = AuditRecord {
        sequence: 0,
        at: now,
        actor: asked.operator.to_string(),
        action: "tenant.set_limit".to_owned(),
        tenant: Some(asked.tenant.clone()),
        object: asked.meter.to_string(),
        reason: Some(reason),
        outcome: format!("set up: {}", asked.units),
        override_id: None,
        override_head: None,
        previous_hash: Hash::ZERO,
        hash: Hash::ZERO,
    };
    audit(tx, line).await?;
    Ok(())
}

async fn change(
    tx: &mut dyn Transaction,
    asked: &SetLimit,
    meter: &MeterSettings,
    reason: String,
) -> Result<Outcome, OverrideError> {
    fixed(asked, meter)?;
    // Accounts are locked before the limit is read again, so that no reservation is judged by a limit in between.
    tx.lock_accounts_of_meter(&asked.tenant, &asked.meter).await?;
    let found = tx.meters(&[(asked.tenant.clone(), asked.meter.clone())]).await?;
    let version = found.first().map_or(meter.limit.version, |meter| meter.limit.version);
    if asked.seen.is_some_and(|seen| seen != version) {
        return Err(OverrideRefused::LimitStale { version }.into());
    }
    let now = tx.now().await?;
    let canonical = serde_json::json!({
        "kind": OverrideKind::SetLimit.as_str(),
        "meter": asked.meter.as_str(),
        "tenant": asked.tenant.as_str(),
        "units": asked.units.to_string(),
        "version": version,
    });
    let record = Asked {
        kind: OverrideKind::SetLimit,
        tenant: &asked.tenant,
        target: asked.meter.to_string(),
        version: i64::from(version),
        canonical: canonical.to_string(),
        reason,
        operator: &asked.operator,
        request_id: &asked.request_id,
    };
    let mut request = Record::request(tx, &record, now).await?;
    request.executed(tx, &record, now).await?;
    let limit = Limit { units: asked.units, version: version.saturating_add(1) };
    tx.append_limit(&asked.tenant, &asked.meter, limit, asked.operator.as_str(), request.id(), now)
        .await?;
    request.audited(tx, &record, "tenant.set_limit", now).await
}

/// Scale, period, reserve and overage of a meter never change.
fn fixed(asked: &SetLimit, meter: &MeterSettings) -> Result<(), OverrideRefused> {
    let mut other = vec![];
    if asked.scale.is_some_and(|scale| scale != meter.scale) {
        other.push(format!("scale {}", meter.scale));
    }
    if asked.period.is_some_and(|period| period != meter.period) {
        other.push(format!("period {}", meter.period.as_str()));
    }
    if asked.reserve.is_some_and(|reserve| reserve != meter.reserve) {
        other.push(format!("reserve {}", meter.reserve.as_str()));
    }
    if asked.overage.is_some_and(|overage| overage != meter.overage) {
        other.push(format!("overage {}", if meter.overage { "allow" } else { "refuse" }));
    }
    if other.is_empty() { Ok(()) } else { Err(OverrideRefused::MeterFixed(other.join(", "))) }
}
