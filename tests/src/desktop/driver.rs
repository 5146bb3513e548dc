//! The virtual display and the WebDriver server, both ended with SIGTERM: killed hard they leave the window behind.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    net::TcpListener,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process_group};

use super::wait::eventually;

/// One display and one WebDriver server.
pub(super) struct Driver {
    server: Group,
    // Declared after the server, since fields are dropped in order and the window needs its display to the end.
    display: Group,
    url: String,
    log: PathBuf,
}

impl Driver {
    /// Starts both; `home` takes whatever the program stores for its user.
    pub(super) async fn start(home: &Path, settings: &[(&str, String)]) -> Result<Self> {
        let (display, name) = display()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let log = home.join("desktop.log");
        let out = File::create(&log)?;
        let server = Command::new("WebKitWebDriver")
            .arg(format!("--port={port}"))
            .env("DISPLAY", name)
            .env("HOME", home)
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_CACHE_HOME", home.join("cache"))
            .env("RUST_LOG", "info,onceover=debug")
            .env("GDK_BACKEND", "x11")
            .env("NO_AT_BRIDGE", "1")
            .env("WEBKIT_DISABLE_DMABUF_RENDERER", "1")
            .env("TAURI_AUTOMATION", "true")
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .env_remove("WAYLAND_DISPLAY")
            .envs(settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(out.try_clone()?)
            .stderr(out)
            .process_group(0)
            .spawn()
            .context("WebKitWebDriver (Debian: webkit2gtk-driver)")?;
        let driver =
            Self { server: Group(server), display, url: format!("http://127.0.0.1:{port}"), log };
        eventually("the WebDriver server to listen", async || {
            tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok()
        })
        .await?;
        Ok(driver)
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// What the server and the program have written so far.
    pub(super) fn log(&self) -> String {
        match fs::read_to_string(&self.log) {
            Ok(text) => format!("the program's log:\n{text}"),
            Err(error) => format!("the program's log cannot be read: {error}"),
        }
    }

    /// Ends the window, then its display.
    pub(super) fn stop(self) {
        let Self { server, display, .. } = self;
        drop(server);
        drop(display);
    }
}

/// An X server on a free display, whose number it tells on its output.
fn display() -> Result<(Group, String)> {
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .context("Xvfb (Debian: xvfb)")?;
    let output = server.stdout.take().context("Xvfb has no output")?;
    let group = Group(server);
    let mut number = String::new();
    BufReader::new(output).read_line(&mut number)?;
    Ok((group, format!(":{}", number.trim())))
}

/// A process with all it has started.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        let ended = kill_process_group(Pid::from_child(&self.0), Signal::TERM);
        if let Err(error) = ended {
            eprintln!("process group {} could not be ended: {error}", self.0.id());
        } else if let Err(error) = self.0.wait() {
            eprintln!("process {} could not be awaited: {error}", self.0.id());
        }
    }
}
