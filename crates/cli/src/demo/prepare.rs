//! Sets the demo's workspace up, through the same operations as the command line: doing it again changes nothing.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use onceover_api::dto::Problem;
use onceover_api::{Api, BalanceQuery, Caller, Init, SetLimitRequest};

use super::endpoint::{ENDPOINTS, Meter, TIMEOUT_SECONDS, Trouble};
use super::{PrepareArgs, TENANTS, key_file};
use crate::name;

/// Limits in deliveries and in hundredths of a credit, in the order of [`TENANTS`]. The third is low enough to be reached within
/// minutes, the others last for hours.
const LIMITS: [(i64, i64); 4] =
    [(10_000, 500_000), (5_000, 250_000), (25, 300_000), (2_500, 150_000)];
/// Where nothing listens: a port that only root may open and no one does.
const CLOSED: &str = "127.0.0.1:1";

pub async fn prepare(api: &Api, args: &PrepareArgs) -> anyhow::Result<()> {
    let operator = args.operator.clone().unwrap_or_else(name::account);
    let init = Init { name: "demo".to_owned(), environment: "local".to_owned(), operator };
    api.init(init).await.map_err(refused)?;
    let caller = api.local_operator().await.map_err(refused)?;
    fs::create_dir_all(args.directory.join("keys"))
        .with_context(|| format!("{} cannot be made", args.directory.display()))?;
    for (tenant, (deliveries, credits)) in TENANTS.into_iter().zip(LIMITS) {
        api.create_tenant(&caller, tenant).await.map_err(refused)?;
        set_first_limit(api, &caller, tenant, Meter::Deliveries, deliveries).await?;
        set_first_limit(api, &caller, tenant, Meter::Credits, credits).await?;
        keep_key(api, &caller, tenant, &args.directory).await?;
    }
    let settings = args.directory.join("onceover.toml");
    write_private(&settings, &configuration(&args.database, args.receiver))?;
    println!("demo: workspace ready, settings in {}", settings.display());
    Ok(())
}

/// A limit that is there already stays: setting it again would be an override, which the demo leaves to people.
async fn set_first_limit(
    api: &Api,
    caller: &Caller,
    tenant: &str,
    meter: Meter,
    limit: i64,
) -> anyhow::Result<()> {
    let query = BalanceQuery { meter: meter.name().to_owned() };
    match api.balance(caller, tenant, query).await {
        Ok(_) => return Ok(()),
        Err(problem) if problem.status == 404 => {}
        Err(problem) => return Err(refused(problem)),
    }
    let request = SetLimitRequest {
        tenant: tenant.to_owned(),
        meter: meter.name().to_owned(),
        limit,
        scale: Some(if meter == Meter::Credits { 2 } else { 0 }),
        period: None,
        reserve: None,
        overage: None,
        reason: "set up by the demo".to_owned(),
        request_id: format!("demo-{tenant}-{}", meter.name()),
    };
    api.set_limit(caller, request).await.map_err(refused)?;
    Ok(())
}

/// Makes an API key unless the one that is kept still opens this database.
async fn keep_key(
    api: &Api,
    caller: &Caller,
    tenant: &str,
    directory: &Path,
) -> anyhow::Result<()> {
    let file = key_file(directory, tenant);
    if let Ok(kept) = fs::read_to_string(&file)
        && api.authenticate(Some(&format!("Bearer {}", kept.trim()))).await.is_ok()
    {
        return Ok(());
    }
    let scopes = ["submit", "read"].map(str::to_owned);
    let made = api.create_key(caller, Some(tenant), &scopes, "demo").await.map_err(refused)?;
    write_private(&file, &format!("{}\n", made.key))
}

fn configuration(database: &str, receiver: SocketAddr) -> String {
    let mut text = format!(
        "# Written by `onceover demo prepare`; a change is overwritten the next time.\ndatabase = {}\n\n[worker]\nconcurrency = 8\n",
        toml::Value::String(database.to_owned()),
    );
    for endpoint in &ENDPOINTS {
        let address = match endpoint.trouble {
            Trouble::Closed => CLOSED.to_owned(),
            Trouble::None | Trouble::Every { .. } | Trouble::Outage { .. } => receiver.to_string(),
        };
        let event = endpoint.event;
        let table = write!(
            text,
            "\n[handlers.\"github.{event}\"]\ntype = \"http\"\nurl = \"http://{address}/hooks/{event}\"\n\
             timeout_seconds = {TIMEOUT_SECONDS}\nallow_private = true\n"
        );
        debug_assert!(table.is_ok(), "a text takes what is written to it");
    }
    text
}

/// Writes a file that only its owner may read: it holds a key, or a database URL with its password.
fn write_private(path: &Path, text: &str) -> anyhow::Result<()> {
    let write = || {
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        #[cfg(unix)]
        file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        file.write_all(text.as_bytes())
    };
    write().with_context(|| format!("{} cannot be written", path.display()))
}

fn refused(problem: Problem) -> anyhow::Error {
    anyhow!("{}: {}", problem.code, problem.detail)
}

#[cfg(test)]
mod tests {
    use onceover_engine::worker::configuration::Configuration;

    use super::*;

    #[test]
    fn the_settings_it_writes_are_settings_that_are_read() {
        let text = configuration("sqlite:a \"b\"\\c.db", "127.0.0.1:7412".parse().unwrap());
        let read = Configuration::parse(&text).unwrap();
        assert_eq!(read.database.as_deref(), Some("sqlite:a \"b\"\\c.db"));
        assert_eq!(read.handlers.len(), ENDPOINTS.len());
    }

    #[test]
    fn a_key_file_is_for_its_owner_alone_even_when_it_was_not() {
        let directory = std::env::temp_dir().join(format!("onceover-demo-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let file = directory.join("a.key");
        fs::write(&file, "old and longer").unwrap();
        write_private(&file, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        }
        fs::remove_dir_all(directory).unwrap();
    }
}
