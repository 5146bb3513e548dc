//! A workspace made with the command line, with a client of its HTTP API and an endpoint behind its worker.

use std::{fs, net::TcpListener, process::Command};

use anyhow::{Context, Result, ensure};
use reqwest::{Client, StatusCode};
use serde_json::Value;
use tempfile::TempDir;

use super::{Endpoint, program};

/// The kind of job whose handler is the endpoint.
const KIND: &str = "invoice.send";

/// A tenant `acme` that may use 100 `credits`, a key to submit with, and where its jobs are delivered.
#[derive(Debug)]
pub struct Scene {
    directory: TempDir,
    database: String,
    listen: String,
    key: String,
    endpoint: Endpoint,
    client: Client,
}

impl Scene {
    /// Sets everything up; the window serves the API and runs the worker.
    ///
    /// # Errors
    /// When a command of the program fails.
    pub async fn new(status: u16) -> Result<Self> {
        // The client speaks plain HTTP here, but it wants to know whose cryptography it would use.
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            let installed = rustls::crypto::ring::default_provider().install_default();
            ensure!(installed.is_ok(), "another provider of cryptography came first");
        }
        let directory = tempfile::tempdir()?;
        let endpoint = Endpoint::start(status).await?;
        let database = format!("sqlite:{}", directory.path().join("onceover.db").display());
        let listen = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let handlers = format!(
            "[handlers.{KIND:?}]\ntype = \"http\"\nurl = {:?}\nallow_private = true\n",
            endpoint.url()
        );
        fs::write(directory.path().join("onceover.toml"), handlers)?;
        let client = Client::new();
        let mut scene = Self { directory, database, listen, key: String::new(), endpoint, client };
        scene.onceover(&["init", "--operator", "desk", "--name", "scene"])?;
        scene.onceover(&["tenants", "create", "acme"])?;
        scene.onceover(&[
            "tenants",
            "set-limit",
            "acme",
            "--meter",
            "credits",
            "--limit",
            "100",
        ])?;
        let key =
            scene.onceover(&["keys", "create", "--tenant", "acme", "--scopes", "submit,read"])?;
        key["key"].as_str().context("no key")?.clone_into(&mut scene.key);
        Ok(scene)
    }

    /// What the desktop program is started with.
    #[must_use]
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let config = self.directory.path().join("onceover.toml").display().to_string();
        vec![
            ("ONCEOVER_DATABASE", self.database.clone()),
            ("ONCEOVER_LISTEN", self.listen.clone()),
            ("ONCEOVER_CONFIG", config),
        ]
    }

    /// The endpoint that jobs are delivered to.
    #[must_use]
    pub const fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Runs the command line on this workspace and returns its JSON.
    ///
    /// # Errors
    /// When it fails, with what it said.
    pub fn onceover(&self, arguments: &[&str]) -> Result<Value> {
        let mut command = Command::new(program("onceover")?);
        command.args(arguments).args(["--json", "--database", &self.database]);
        let done = command.current_dir(self.directory.path()).output()?;
        let said = String::from_utf8_lossy(&done.stderr);
        ensure!(done.status.success(), "onceover {}: {said}", arguments.join(" "));
        serde_json::from_slice(&done.stdout).with_context(|| arguments.join(" "))
    }

    /// POSTs a job of 5 credits with this key and payload, as a client does.
    ///
    /// # Errors
    /// When there is no answer.
    pub async fn submit(
        &self,
        idempotency_key: &str,
        payload: &str,
    ) -> Result<(StatusCode, Value)> {
        let body =
            format!(r#"{{"kind":"{KIND}","payload":{payload},"meter":"credits","units":5}}"#);
        let request = self
            .client
            .post(format!("http://{}/v1/jobs", self.listen))
            .bearer_auth(&self.key)
            .header("Idempotency-Key", idempotency_key)
            .header("Content-Type", "application/json")
            .body(body);
        let answer = request.send().await?;
        Ok((answer.status(), serde_json::from_str(&answer.text().await?)?))
    }
}
