//! Reads of a tenant's ledger.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use onceover_api::{BalanceQuery, EntryQuery, Scope};

use crate::answer::{Answer, Page, ok};
use crate::call::{Server, segment};

type Tenant = Result<Path<String>, PathRejection>;

/// `GET /v1/tenants/{tenant}/accounts`.
pub async fn accounts(State(server): State<Server>, tenant: Tenant, request: Request) -> Answer {
    let call = server.begin(request, Scope::Read).await?;
    let accounts = server.api.accounts(&call.caller, Some(&segment(tenant)?)).await?;
    ok(&Page { items: accounts.items, next_cursor: None })
}

/// `GET /v1/tenants/{tenant}/balance?meter=`.
pub async fn balance(State(server): State<Server>, tenant: Tenant, request: Request) -> Answer {
    let call = server.begin(request, Scope::Read).await?;
    let query: BalanceQuery = call.query()?;
    ok(&server.api.balance(&call.caller, &segment(tenant)?, query).await?)
}

/// `GET /v1/tenants/{tenant}/ledger?meter=&cursor=&limit=`: newest first.
pub async fn entries(State(server): State<Server>, tenant: Tenant, request: Request) -> Answer {
    let call = server.begin(request, Scope::Read).await?;
    let query: EntryQuery = call.query()?;
    let page = server.api.entries(&call.caller, &segment(tenant)?, query).await?;
    ok(&Page { items: page.items, next_cursor: page.next_cursor })
}
