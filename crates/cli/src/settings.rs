//! Settings: what is typed wins over the environment, which wins over `onceover.toml`.

use std::net::SocketAddr;
use std::path::Path;

use onceover_engine::worker::configuration::Configuration;

use crate::arguments::Common;
use crate::failure::Failure;

const FILE: &str = "onceover.toml";
const LISTEN_DEFAULT: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 7411);

/// The file that is named, else the one of this directory, else nothing.
pub fn file(common: &Common) -> Result<Configuration, Failure> {
    let path = match &common.config {
        Some(path) => path.as_path(),
        None if Path::new(FILE).exists() => Path::new(FILE),
        None => return Ok(Configuration::default()),
    };
    Configuration::read(path).map_err(|error| Failure::could_not("settings_invalid", error))
}

/// The database to open. The file is only read when nothing else names it.
pub fn database(common: &Common) -> Result<String, Failure> {
    match &common.database {
        Some(url) => Ok(url.clone()),
        None => database_of(&file(common)?),
    }
}

/// The database named in a file that was read.
pub fn database_of(file: &Configuration) -> Result<String, Failure> {
    file.database.clone().ok_or_else(|| {
        Failure::usage("name the database with --database sqlite:PATH (or postgres://...), or in ONCEOVER_DATABASE")
    })
}

/// The address to listen on.
pub fn listen(typed: Option<SocketAddr>, file: &Configuration) -> Result<SocketAddr, Failure> {
    match (typed, &file.listen) {
        (Some(address), _) => Ok(address),
        (None, Some(text)) => text.parse().map_err(|_| {
            Failure::could_not(
                "settings_invalid",
                format!(
                    "`listen` in the settings must be an address like 127.0.0.1:7411, not {text:?}"
                ),
            )
        }),
        (None, None) => Ok(LISTEN_DEFAULT),
    }
}
