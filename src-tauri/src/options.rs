//! The command line of the desktop program; every setting is also an environment variable.

use std::fmt::{self, Display, Formatter};
use std::{env, net::SocketAddr, path::PathBuf};

use anyhow::{Context, Result, bail};
use clap::Parser;
use onceover_engine::worker::configuration::Configuration;

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

/// A database by kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Database {
    /// Path of a file.
    Sqlite(String),
    /// URL of a server's database, which may hold a password.
    Postgres(String),
}

impl Database {
    fn parse(url: &str) -> Result<Self> {
        match url.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => {
                Ok(Self::Sqlite(path.strip_prefix("//").unwrap_or(path).to_owned()))
            }
            Some(("postgres" | "postgresql", _)) => Ok(Self::Postgres(url.to_owned())),
            // Not repeated here: what is no URL may still hold a password.
            _ => bail!("the database must be sqlite:PATH or postgres://..."),
        }
    }

    /// A file that belongs to this program.
    pub const fn is_embedded(&self) -> bool {
        matches!(self, Self::Sqlite(_))
    }
}

impl Display for Database {
    /// Without what may be secret.
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(to, "sqlite:{path}"),
            Self::Postgres(url) => {
                let address = url
                    .split_once('@')
                    .or_else(|| url.split_once("//"))
                    .map_or("", |(_, rest)| rest);
                write!(to, "postgres://{}", address.split('?').next().unwrap_or_default())
            }
        }
    }
}

/// Everything decided: the command line first, then the file, then what is usual.
#[derive(Debug)]
pub struct Settings {
    /// The database to open.
    pub database: Database,
    /// Where to serve the HTTP API, if at all.
    pub listen: Option<SocketAddr>,
    /// The handlers.
    pub configuration: Configuration,
}

impl Options {
    /// Reads the file of handlers, if there is one, and decides.
    ///
    /// # Errors
    /// A file that cannot be read or says something wrong; no database, or something that is none.
    pub fn settings(&self) -> Result<Settings> {
        let configuration = match &self.config {
            Some(file) => Configuration::read(file)?,
            None => Configuration::default(),
        };
        let database = match self.database.as_ref().or(configuration.database.as_ref()) {
            Some(named) => Database::parse(named)?,
            None => usual_database()?,
        };
        let listen = match (self.listen, &configuration.listen) {
            (None, Some(listen)) => Some(
                listen.parse().with_context(|| format!("{listen:?} is no address to listen on"))?,
            ),
            (named, _) => named,
        };
        Ok(Settings { database, listen, configuration })
    }
}

fn usual_database() -> Result<Database> {
    let data = data_directory(|name| env::var_os(name).map(PathBuf::from))
        .context("neither HOME nor XDG_DATA_HOME is set: name a database with --database")?;
    Ok(Database::Sqlite(data.join("onceover.db").display().to_string()))
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

    #[test]
    fn a_database_is_told_by_its_scheme() {
        assert_eq!(Database::parse("sqlite:a b.db").unwrap(), Database::Sqlite("a b.db".into()));
        assert_eq!(Database::parse("sqlite:///a.db").unwrap(), Database::Sqlite("/a.db".into()));
        assert!(!Database::parse("postgresql://h/d").unwrap().is_embedded());
        for other in ["", "sqlite:", "onceover.db", "mysql://h/d"] {
            assert!(Database::parse(other).is_err(), "{other:?}");
        }
    }

    #[test]
    fn no_password_is_logged() {
        let shown = Database::parse("postgres://me:secret@host:5432/work?password=secret").unwrap();
        assert_eq!(shown.to_string(), "postgres://host:5432/work");
        assert_eq!(
            Database::parse("postgres://host/work").unwrap().to_string(),
            "postgres://host/work"
        );
    }
}
