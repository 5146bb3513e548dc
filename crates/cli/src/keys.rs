//! `keys create`, `keys revoke`, `keys list`.

use onceover_api::KeySummary;
use serde::Serialize;

use crate::arguments::{Common, Keys, KeysCreate, KeysRevoke};
use crate::command::desk;
use crate::failure::{Exit, Failure};
use crate::output;
use crate::table::table;

#[derive(Serialize)]
struct List {
    items: Vec<KeySummary>,
    next_cursor: Option<String>,
}

#[derive(Serialize)]
struct Revoked<'a> {
    id: &'a str,
    revoked: bool,
}

pub async fn run(keys: Keys) -> Result<Exit, Failure> {
    match keys {
        Keys::Create(arguments) => create(arguments).await,
        Keys::Revoke(arguments) => revoke(arguments).await,
        Keys::List(common) => list(&common).await,
    }
}

async fn create(arguments: KeysCreate) -> Result<Exit, Failure> {
    let desk = desk(&arguments.common).await?;
    let tenant = arguments.tenant.as_deref();
    let made =
        desk.api.create_key(&desk.operator, tenant, &arguments.scopes, &arguments.name).await?;
    output::print(arguments.common.json, &made, || {
        format!(
            "{}\nKeep it: it is not shown again. Revoke it with `onceover keys revoke {}`.",
            made.key, made.id
        )
    })?;
    Ok(Exit::Done)
}

async fn revoke(arguments: KeysRevoke) -> Result<Exit, Failure> {
    let desk = desk(&arguments.common).await?;
    desk.api.revoke_key(&desk.operator, &arguments.id).await?;
    let revoked = Revoked { id: &arguments.id, revoked: true };
    output::print(arguments.common.json, &revoked, || {
        format!("The API key {} is revoked.", arguments.id)
    })?;
    Ok(Exit::Done)
}

async fn list(common: &Common) -> Result<Exit, Failure> {
    let desk = desk(common).await?;
    let items = desk.api.keys(&desk.operator).await?;
    let rows: Vec<Vec<String>> = items.iter().map(row).collect();
    output::print(common.json, &List { items, next_cursor: None }, || {
        table(&["id", "name", "tenant", "scopes", "made", "state"], &rows)
    })?;
    Ok(Exit::Done)
}

fn row(key: &KeySummary) -> Vec<String> {
    let state = match (&key.revoked_at, &key.expires_at) {
        (Some(at), _) => format!("revoked {at}"),
        (None, Some(at)) => format!("expires {at}"),
        (None, None) => "valid".to_owned(),
    };
    vec![
        key.id.clone(),
        key.name.clone(),
        key.tenant.clone().unwrap_or_else(|| "(all)".to_owned()),
        key.scopes.join(","),
        key.created_at.clone(),
        state,
    ]
}
