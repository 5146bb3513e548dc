//! Runs `onceover` and reads what it says.

use std::net::SocketAddr;
use std::process::Stdio;

use onceover_tests::http::client;
use onceover_tests::world::{Backend, Database};
use reqwest::{Client, Method, RequestBuilder};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// The program on one database.
pub struct Program {
    pub database: Database,
}

/// What one run said.
#[derive(Debug)]
pub struct Ended {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// A process that runs on; it ends with the test.
pub struct Running {
    pub child: Child,
}

/// `onceover serve`.
pub struct Served {
    pub process: Running,
    pub address: SocketAddr,
    pub client: Client,
}

/// Holds a law on both databases, in a workspace with the tenant `acme` and 100.00 credits.
pub async fn both(law: impl AsyncFn(&Program)) {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let program = Program { database: Database::fresh(backend).await };
        program.set_up().await;
        law(&program).await;
        program.end().await;
    }
}

impl Program {
    pub async fn set_up(&self) {
        self.ok(&["init", "--operator", "ops", "--name", "test", "--environment", "test"]).await;
        self.ok(&["tenants", "create", "acme"]).await;
        let limit = ["--meter", "credits", "--limit", "10000", "--scale", "2"];
        self.ok(&[&["tenants", "set-limit", "acme"], &limit[..]].concat()).await;
    }

    /// Whatever happened, everything agrees.
    pub async fn end(self) {
        let verified = self.run(&["verify", "--json"]).await;
        assert_eq!(verified.code, 0, "{verified:?}");
        self.database.remove().await;
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_onceover"));
        command.args(arguments).env("ONCEOVER_DATABASE", &self.database.url);
        // Settings of whoever runs the tests are none of theirs.
        for name in ["RUST_LOG", "ONCEOVER_CONFIG", "ONCEOVER_LISTEN", "ONCEOVER_CONCURRENCY"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::null()).kill_on_drop(true);
        command
    }

    pub async fn run(&self, arguments: &[&str]) -> Ended {
        let output = self.command(arguments).output().await.unwrap();
        Ended {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs what must succeed.
    pub async fn ok(&self, arguments: &[&str]) -> Ended {
        let ended = self.run(arguments).await;
        assert_eq!(ended.code, 0, "{arguments:?}: {ended:?}");
        ended
    }

    /// Runs what must succeed, with `--json`.
    pub async fn json(&self, arguments: &[&str]) -> Value {
        let ended = self.ok(&[arguments, &["--json"]].concat()).await;
        assert_eq!(ended.stderr, "", "{arguments:?}");
        serde_json::from_str(&ended.stdout).unwrap()
    }

    /// A new API key of `acme`.
    pub async fn key(&self) -> String {
        let made = self
            .json(&["keys", "create", "--tenant", "acme", "--scopes", "submit,read,work"])
            .await;
        made["key"].as_str().unwrap().to_owned()
    }

    /// Starts `serve` on a free port.
    pub async fn serve(&self) -> Served {
        let mut command = self.command(&["serve", "--listen", "127.0.0.1:0", "--log", "warn"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next_line().await.unwrap().expect("its address is its first line");
        Served { process: Running { child }, address: first.parse().unwrap(), client: client() }
    }

    /// Starts something that runs on.
    pub fn start(&self, arguments: &[&str]) -> Running {
        Running { child: self.command(arguments).spawn().unwrap() }
    }
}

impl Running {
    pub fn signal(&self, signal: Signal) {
        let id = i32::try_from(self.child.id().expect("it runs")).unwrap();
        kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
    }

    /// Asks it to end, which it must do well.
    pub async fn stop(mut self) {
        self.signal(Signal::TERM);
        let status = self.child.wait().await.unwrap();
        assert!(status.success(), "{status}");
    }
}

impl Served {
    pub fn request(&self, method: Method, path: &str, key: &str) -> RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.address)).bearer_auth(key)
    }

    /// Posts JSON; status and body.
    pub async fn post(
        &self,
        path: &str,
        key: &str,
        idempotency_key: &str,
        body: &str,
    ) -> (u16, Value) {
        let request =
            self.request(Method::POST, path, key).header("Content-Type", "application/json");
        let request = request.header("Idempotency-Key", idempotency_key).body(body.to_owned());
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        (status, serde_json::from_str(&response.text().await.unwrap()).unwrap())
    }
}
