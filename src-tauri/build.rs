//! Declares the one command a window may call, and lets a bare clone compile before the pages are built.

use std::{fs, io, path::Path};

/// Shown when the program was compiled before `npm run build:ui` had run.
const NOT_BUILT: &str = "<!doctype html><title>Onceover</title><h1>The pages of the console are not built</h1>\
                         <p>Run npm run build, then start again.</p>";

fn main() {
    if let Err(error) = placeholder(Path::new("../ui/dist")) {
        println!("cargo::error=ui/dist cannot be made: {error}");
        return;
    }
    let commands = tauri_build::AppManifest::new().commands(&["call"]);
    if let Err(error) =
        tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands))
    {
        println!("cargo::error={error:#}");
    }
}

/// `generate_context!` reads the directory at compile time and fails without it.
fn placeholder(dist: &Path) -> io::Result<()> {
    let page = dist.join("index.html");
    if page.exists() {
        return Ok(());
    }
    fs::create_dir_all(dist)?;
    fs::write(page, NOT_BUILT)
}
