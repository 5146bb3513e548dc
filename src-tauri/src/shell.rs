//! The window and its one command.

use serde::Serialize;

use crate::options::Options;

/// RFC 9457 problem, as the window shows it.
#[derive(Debug, Clone, Serialize)]
pub struct Problem {
    status: u16,
    code: &'static str,
    title: &'static str,
    detail: String,
}

/// Runs one operation; payloads travel as text so that no digit is lost.
#[tauri::command]
async fn call(operation: String, payload: String) -> Result<String, Problem> {
    tracing::debug!(operation, bytes = payload.len(), "call");
    Err(Problem {
        status: 501,
        code: "not_implemented",
        title: "Not implemented",
        detail: format!("{operation} is not there yet"),
    })
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When the window system refuses.
pub fn run(options: Options) -> anyhow::Result<()> {
    let database = options.database()?;
    tracing::info!(database, "opening");
    tauri::Builder::default()
        .invoke_handler(tauri::generate_handler![call])
        .run(tauri::generate_context!())?;
    Ok(())
}
