//! Tenants and limits.

use onceover_domain::id::{Meter, TenantId};
use onceover_domain::tenant::{Period, ReserveAt, Tenant};
use onceover_domain::units::Units;
use onceover_engine::overrides::SetLimit;
use onceover_engine::transact;

use crate::dto::{self, Problem};
use crate::overrides::outcome;
use crate::{Api, Caller, problem};

/// What the audit says of a first limit that came without a reason.
const FIRST_REASON: &str = "first limit";

/// A limit to set; what is absent takes its default for a new meter and is left alone for an old one.
#[derive(Debug, Clone)]
pub struct SetLimitRequest {
    /// Whose.
    pub tenant: String,
    /// Which meter.
    pub meter: String,
    /// The limit in the meter's smallest unit.
    pub limit: i64,
    /// Decimal places, 0 to 9.
    pub scale: Option<u8>,
    /// `none`, `day` or `month`.
    pub period: Option<String>,
    /// `submit` or `start`.
    pub reserve: Option<String>,
    /// `refuse` or `allow`.
    pub overage: Option<String>,
    /// Why; may be empty for the first limit of a meter.
    pub reason: String,
    /// Repeating it returns the first answer.
    pub request_id: String,
}

impl Api {
    /// Makes a tenant; `false` if it existed.
    ///
    /// # Errors
    /// `request_invalid` for a name that is none, `operator_needed`.
    pub async fn create_tenant(&self, caller: &Caller, id: &str) -> Result<bool, Problem> {
        caller.operator()?;
        let id = TenantId::parse(id).map_err(problem::invalid)?;
        let made = transact(self.engine.store(), move |tx| {
            let id = id.clone();
            Box::pin(async move {
                let created_at = tx.now().await?;
                tx.insert_tenant(&Tenant { id, created_at, suspended_at: None }).await
            })
        });
        Ok(made.await?)
    }

    /// Names of all tenants.
    ///
    /// # Errors
    /// `operator_needed`.
    pub async fn tenants(&self, caller: &Caller) -> Result<Vec<String>, Problem> {
        caller.operator()?;
        let mut snapshot = self.read().await?;
        Ok(snapshot.all_tenants().await?.into_iter().map(|tenant| tenant.id.to_string()).collect())
    }

    /// Sets a limit: the meter's first is set-up (`None`), a later one an override.
    ///
    /// # Errors
    /// `request_invalid`, `meter_fixed`, `reason_invalid`, `not_found` for an unknown tenant, `operator_needed`.
    pub async fn set_limit(
        &self,
        caller: &Caller,
        request: SetLimitRequest,
    ) -> Result<Option<dto::OverrideOutcome>, Problem> {
        let operator = caller.operator()?.clone();
        if request.limit < 0 {
            return Err(problem::invalid("a limit must be zero or more"));
        }
        if request.scale.is_some_and(|scale| scale > 9) {
            return Err(problem::invalid("`scale` must be from 0 to 9"));
        }
        let overage = match request.overage.as_deref() {
            None => None,
            Some("refuse") => Some(false),
            Some("allow") => Some(true),
            Some(_) => return Err(problem::invalid("`overage` must be refuse or allow")),
        };
        let tenant = TenantId::parse(&request.tenant).map_err(problem::invalid)?;
        let meter = Meter::parse(&request.meter).map_err(problem::invalid)?;
        let mut seen = None;
        let mut reason = request.reason;
        if reason.is_empty() && self.is_new(&tenant, &meter).await? {
            FIRST_REASON.clone_into(&mut reason);
            // Should another first limit come in between, this one is refused as stale.
            seen = Some(0);
        }
        let set = SetLimit {
            tenant,
            meter,
            units: Units(request.limit),
            scale: request.scale,
            period: one_of("period", request.period, Period::parse, "none, day or month")?,
            reserve: one_of("reserve", request.reserve, ReserveAt::parse, "submit or start")?,
            overage,
            seen,
            reason,
            operator,
            request_id: request.request_id,
        };
        self.engine.set_limit(set).await?.map(outcome).transpose()
    }

    async fn is_new(&self, tenant: &TenantId, meter: &Meter) -> Result<bool, Problem> {
        let mut snapshot = self.read().await?;
        Ok(snapshot.meters(&[(tenant.clone(), meter.clone())]).await?.is_empty())
    }
}

fn one_of<T>(
    name: &str,
    given: Option<String>,
    parse: impl Fn(&str) -> Option<T>,
    words: &str,
) -> Result<Option<T>, Problem> {
    given
        .map(|text| {
            parse(&text).ok_or_else(|| problem::invalid(format!("`{name}` must be {words}")))
        })
        .transpose()
}
