//! The command line of the desktop program; every setting is also an environment variable.

use std::{env, net::SocketAddr, path::PathBuf};

use clap::Parser;

/// The Onceover console.
#[derive(Debug, Parser)]
#[command(name = "onceover-desktop", version)]
pub struct Options {
    /// Database: `sqlite:PATH` or `postgres://...`; by default `onceover.db` among this user's data.
    #[arg(long, env = "ONCEOVER_DATABASE", value_name = "URL")]
    pub database: Option<String>,

    /// Also serve the HTTP API on this address, e.g. 127.0.0.1:7411.
    #[arg(long, env = "ONCEOVER_LISTEN", value_name = "ADDR")]
    pub listen: Option<SocketAddr>,

    /// File with the handlers to run in this program.
    #[arg(long, env = "ONCEOVER_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
}

impl Options {
    /// The database to open.
    ///
    /// # Errors
    /// When none is named and this user has no place for data.
    pub fn database(&self) -> anyhow::Result<String> {
        if let Some(database) = &self.database {
            return Ok(database.clone());
        }
        let data =
            data_directory(|name| env::var_os(name).map(PathBuf::from)).ok_or_else(|| {
                anyhow::anyhow!(
                    "neither HOME nor XDG_DATA_HOME is set: name a database with --database"
                )
            })?;
        Ok(format!("sqlite:{}", data.join("onceover.db").display()))
    }
}

/// `$XDG_DATA_HOME/onceover`, by default `~/.local/share/onceover`; relative values are void by that specification.
fn data_directory(read: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |name| read(name).filter(|path| path.is_absolute());
    absolute("XDG_DATA_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
        .map(|data| data.join("onceover"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_lives_where_the_desktop_says() {
        let xdg = |name: &str| (name == "XDG_DATA_HOME").then(|| PathBuf::from("/data"));
        assert_eq!(data_directory(xdg), Some("/data/onceover".into()));
    }

    #[test]
    fn a_relative_data_directory_is_void() {
        let both =
            |name: &str| Some(PathBuf::from(if name == "HOME" { "/home/a" } else { "data" }));
        assert_eq!(data_directory(both), Some("/home/a/.local/share/onceover".into()));
        assert_eq!(data_directory(|_| None), None);
    }
}
