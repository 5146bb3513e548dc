//! `onceover.toml`: where the work is and which built-in handlers run.
//!
//! ```toml
//! database = "sqlite:onceover.db"     # where jobs, keys and the ledger are
//! listen = "127.0.0.1:7411"           # the HTTP API
//!
//! [worker]
//! concurrency = 8                     # attempts at the same time
//! queues = ["default"]                # queues that are served
//!
//! [handlers."github.push"]            # by kind of job
//! type = "http"
//! url = "https://hooks.example.com/push"
//! timeout_seconds = 5                 # 30 unless set
//! allow_private = false               # reach inside addresses
//! ```
//!
//! What is not known is refused with its line, since a slip of the pen would otherwise go unnoticed until a job is lost.

mod file;

#[cfg(test)]
mod laws;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use onceover_domain::id::{Kind, Queue};

use super::handler::Handler;
use super::http::{HttpHandler, HttpSettings};

/// Attempts a worker runs at the same time unless told otherwise.
pub const CONCURRENCY_DEFAULT: u32 = 8;

/// The queue jobs wait in, and workers serve, unless told otherwise.
pub const QUEUE_DEFAULT: &str = "default";

/// Handlers ready to run, by the kind they serve.
pub type Handlers = HashMap<Kind, Arc<dyn Handler>>;

/// What the file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// Database URL.
    pub database: Option<String>,
    /// Address of the HTTP API.
    pub listen: Option<String>,
    /// Attempts at the same time, 1 to 1,024.
    pub concurrency: u32,
    /// Queues that are served; `default` unless set.
    pub queues: Vec<Queue>,
    /// `http` handlers, by the kind they serve.
    pub handlers: BTreeMap<Kind, HttpSettings>,
}

impl Default for Configuration {
    fn default() -> Self {
        Self {
            database: None,
            listen: None,
            concurrency: CONCURRENCY_DEFAULT,
            queues: vec![Queue::stored(QUEUE_DEFAULT.to_owned())],
            handlers: BTreeMap::new(),
        }
    }
}

/// A setting that is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ConfigurationInvalid {
    /// Line in the file, counted from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub reason: String,
}

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigurationError {
    /// The file cannot be read.
    #[error("{path} cannot be read: {reason}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system said.
        reason: std::io::Error,
    },
    /// The file says something that is refused.
    #[error("{path}, {invalid}")]
    Invalid {
        /// The file.
        path: String,
        /// What is refused.
        invalid: ConfigurationInvalid,
    },
}

impl Configuration {
    /// Reads a file.
    ///
    /// # Errors
    /// [`ConfigurationError`] names the file, and the line where there is one.
    pub fn read(path: &Path) -> Result<Self, ConfigurationError> {
        let shown = || path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|reason| ConfigurationError::Unreadable { path: shown(), reason })?;
        Self::parse(&text).map_err(|invalid| ConfigurationError::Invalid { path: shown(), invalid })
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`ConfigurationInvalid`] names the line and the reason.
    pub fn parse(text: &str) -> Result<Self, ConfigurationInvalid> {
        file::parse(text)
    }

    /// Makes the handlers.
    ///
    /// # Errors
    /// An HTTP client cannot be set up on this machine.
    pub fn handlers(&self) -> Result<Handlers, reqwest::Error> {
        self.handlers
            .iter()
            .map(|(kind, settings)| {
                let handler: Arc<dyn Handler> = Arc::new(HttpHandler::new(settings)?);
                Ok((kind.clone(), handler))
            })
            .collect()
    }
}
