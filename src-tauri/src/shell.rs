//! The window, its one command and its one event.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use onceover_api::dto::{Changed, Problem};
use tauri::{AppHandle, Emitter, Manager, RunEvent, State, WebviewUrl, WebviewWindowBuilder};
use tokio::signal::unix::{SignalKind, signal};

use crate::desk::{self, Desk, Opening};
use crate::options::Options;

/// Hints to the window come at most this often; what happened in between is one hint.
const BETWEEN_HINTS: Duration = Duration::from_millis(250);

/// Carries out one operation; payload and answer travel as text, so that no digit is lost on the way.
#[tauri::command]
async fn call(
    opening: State<'_, Opening>,
    operation: String,
    payload: String,
) -> Result<String, Problem> {
    desk(&opening).await?.call(&operation, &payload).await
}

/// The open workspace, or why there is none so far.
async fn desk(opening: &Opening) -> Result<Arc<Desk>, Problem> {
    let mut opening = opening.clone();
    match opening.wait_for(Option::is_some).await.map(|known| known.clone()) {
        Ok(Some(desk)) => desk,
        Ok(None) | Err(_) => Err(Problem::new(
            503,
            "closing",
            "Onceover is closing",
            "the workspace is not open any more",
        )),
    }
}

/// Opens the window and returns when it is closed.
///
/// # Errors
/// When there is no display.
pub fn run(options: Options) -> Result<()> {
    let opening = desk::open(options);
    let app = tauri::Builder::default()
        .manage(opening.clone())
        .invoke_handler(tauri::generate_handler![call])
        .setup(move |app| {
            window(app.handle())?;
            tauri::async_runtime::spawn(end_when_told(app.handle().clone()));
            tauri::async_runtime::spawn(forward_hints(app.handle().clone(), opening));
            Ok(())
        })
        .build(tauri::generate_context!())?;
    app.run(|app, event| {
        if matches!(event, RunEvent::Exit) {
            close(app);
        }
    });
    Ok(())
}

/// The page names the window: which workspace it is shows in the list of windows too.
fn window(app: &AppHandle) -> tauri::Result<()> {
    WebviewWindowBuilder::new(app, "main", WebviewUrl::default())
        .title("Onceover")
        .inner_size(1280.0, 800.0)
        .min_inner_size(1024.0, 640.0)
        .on_document_title_changed(|window, title| {
            if let Err(error) = window.set_title(&title) {
                tracing::warn!(%error, "the window keeps its old title");
            }
        })
        .build()?;
    Ok(())
}

/// Tells the window that something changed. It reads again by itself now and then, so a lost hint costs little.
async fn forward_hints(app: AppHandle, opening: Opening) {
    let mut opening = opening;
    let open =
        opening.wait_for(|known| matches!(known, Some(Ok(_)))).await.map(|known| known.clone());
    let Ok(Some(Ok(desk))) = open else { return };
    let mut hints = desk.hints();
    let mut sequence = 0;
    while hints.changed().await.is_ok() {
        sequence += 1;
        if let Err(error) = app.emit("changed", Changed { sequence }) {
            tracing::warn!(%error, "the window missed a hint");
        }
        tokio::time::sleep(BETWEEN_HINTS).await;
    }
}

/// Ctrl-C and SIGTERM end the program as closing the window does: what runs is given back.
async fn end_when_told(app: AppHandle) {
    let mut terminate = match signal(SignalKind::terminate()) {
        Ok(terminate) => terminate,
        Err(error) => return tracing::warn!(%error, "signals end the program at once"),
    };
    tokio::select! {
        _ = terminate.recv() => {}
        interrupted = tokio::signal::ctrl_c() => {
            if let Err(error) = interrupted {
                return tracing::warn!(%error, "Ctrl-C ends the program at once");
            }
        }
    }
    app.exit(0);
}

fn close(app: &AppHandle) {
    let known = app.state::<Opening>().borrow().clone();
    if let Some(Ok(desk)) = known {
        tauri::async_runtime::block_on(desk.close());
    }
}
