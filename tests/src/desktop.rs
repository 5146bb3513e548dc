//! The real window, driven from outside: a virtual display, the WebDriver of WebKitGTK, and the program that ships.
//!
//! [`with_console`] opens the window on a database, hands it to the test as a [`Console`] and takes everything down
//! again, also after a failure, of which it keeps a picture and the program's log. Parallel windows do not meet: each has
//! its own display, port and home directory. [`Scene`] is the world around the window: a client and an endpoint.

mod console;
mod driver;
mod endpoint;
mod finder;
mod scene;
mod wait;

use std::{
    env, fs,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use tokio::task::LocalSet;

pub use console::Console;
use driver::Driver;
pub use endpoint::Endpoint;
pub use scene::Scene;

/// Runs `test` in the window of a program with these settings, e.g. `ONCEOVER_DATABASE`.
///
/// # Errors
/// When the window cannot be opened, and what `test` returns.
///
/// # Panics
/// When `test` does, after everything was taken down.
pub async fn with_console<T, F>(settings: &[(&str, String)], test: T) -> Result<()>
where
    T: FnOnce(Console) -> F,
    F: Future<Output = Result<()>> + 'static,
{
    let home = tempfile::tempdir()?;
    let driver = Driver::start(home.path(), settings).await?;
    let console = match Console::open(driver.url(), &program("onceover-desktop")?).await {
        Ok(console) => console,
        Err(error) => bail!("no window: {error:#}\n{}", driver.log()),
    };
    // On a task of its own, so that a failed assertion comes back as a value and the window is closed first.
    let local = LocalSet::new();
    let running = local.spawn_local(test(console.clone()));
    let outcome = local.run_until(running).await;
    if !matches!(outcome, Ok(Ok(()))) {
        report(&console, &driver).await;
    }
    let closed = console.close().await;
    driver.stop();
    match outcome {
        Ok(result) => result.and(closed),
        Err(failed) if failed.is_panic() => {
            panic::resume_unwind(Box::new(AssertUnwindSafe(failed.into_panic()).0))
        }
        Err(cancelled) => Err(cancelled.into()),
    }
}

/// Keeps what helps to understand a failure: a picture of the window and what the program logged.
async fn report(console: &Console, driver: &Driver) {
    let picture = target().join("desktop-failure.png");
    match console.screenshot(&picture).await {
        Ok(()) => eprintln!("the window as it was: {}", picture.display()),
        Err(error) => eprintln!("no picture of the window: {error:#}"),
    }
    eprintln!("{}", driver.log());
}

/// A program of this build.
fn program(name: &str) -> Result<PathBuf> {
    let directory = env::var_os("ONCEOVER_PROGRAMS").map_or_else(target, PathBuf::from);
    let program = directory.join(name);
    let missing = || format!("{} is not there: run cargo build --workspace", program.display());
    fs::canonicalize(&program).with_context(missing)
}

/// Where cargo put this test, hence also the programs: `target/debug` for `target/debug/deps/desktop-…`.
fn target() -> PathBuf {
    let own = env::current_exe().unwrap_or_default();
    own.parent().and_then(Path::parent).map_or_else(PathBuf::new, Path::to_path_buf)
}
