//! The shape of the repository, held: who may depend on whom, what stands in pairs, how large a file may grow.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A file past this many lines is split by noun.
const LINES_MOST: usize = 400;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every file below `folder`, hidden and built ones left out.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if name.starts_with('.')
            || ["target", "node_modules", "dist", "gen", "generated"].contains(&name.as_str())
        {
            continue;
        }
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

fn dependencies(crate_folder: &str) -> BTreeSet<String> {
    let manifest = fs::read_to_string(root().join(crate_folder).join("Cargo.toml")).unwrap();
    let mut section = String::new();
    let mut names = BTreeSet::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line.to_owned();
        } else if section == "[dependencies]" && !line.is_empty() && !line.starts_with('#') {
            names.insert(line.split(['.', ' ', '=']).next().unwrap().to_owned());
        }
    }
    names
}

#[test]
fn dependencies_point_one_way() {
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("crates/domain", &[][..]),
        ("crates/store", &["domain"]),
        ("crates/store-sqlite", &["domain", "store"]),
        ("crates/store-postgres", &["domain", "store"]),
        ("crates/engine", &["domain", "store"]),
        ("crates/api", &["domain", "store", "engine"]),
        ("crates/http", &["domain", "api"]),
        (
            "crates/cli",
            &["domain", "store", "store-sqlite", "store-postgres", "engine", "api", "http"],
        ),
        (
            "src-tauri",
            &["domain", "store", "store-sqlite", "store-postgres", "engine", "api", "http"],
        ),
    ]);
    for (folder, allowed) in allowed {
        let own: BTreeSet<String> = dependencies(folder)
            .into_iter()
            .filter_map(|name| name.strip_prefix("onceover-").map(str::to_owned))
            .collect();
        let allowed: BTreeSet<String> = allowed.iter().map(|name| (*name).to_owned()).collect();
        assert!(
            own.is_subset(&allowed),
            "{folder} must not depend on {:?}",
            own.difference(&allowed)
        );
    }
}

#[test]
fn each_outside_world_is_known_to_one_layer() {
    let only: [(&str, &[&str]); 3] = [
        ("sqlx", &["crates/store-sqlite", "crates/store-postgres"]),
        ("axum", &["crates/http"]),
        ("tauri", &["src-tauri"]),
    ];
    let crates =
        ["domain", "store", "store-sqlite", "store-postgres", "engine", "api", "http", "cli"];
    let folders =
        crates.iter().map(|name| format!("crates/{name}")).chain(["src-tauri".to_owned()]);
    for folder in folders {
        for (library, owners) in only {
            let known = dependencies(&folder).contains(library);
            assert!(
                !known || owners.contains(&folder.as_str()),
                "{folder} must not know {library}"
            );
        }
    }
}

#[test]
fn the_domain_is_pure() {
    for library in ["tokio", "rand", "async-trait", "sqlx", "tracing"] {
        assert!(
            !dependencies("crates/domain").contains(library),
            "the domain must not know {library}"
        );
    }
}

#[test]
fn only_the_platform_of_the_console_knows_tauri() {
    let source = root().join("ui/src");
    for file in files(&source) {
        if file.extension().is_some_and(|end| end == "ts" || end == "tsx")
            && !file.starts_with(source.join("platform"))
        {
            let text = fs::read_to_string(&file).unwrap();
            assert!(
                !text.contains("@tauri-apps/"),
                "{} must not import @tauri-apps",
                file.display()
            );
        }
    }
}

#[test]
fn features_of_the_console_do_not_import_one_another() {
    let features = root().join("ui/src/features");
    for file in files(&features) {
        let own = file
            .strip_prefix(&features)
            .unwrap()
            .components()
            .next()
            .unwrap()
            .as_os_str()
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|line| line.contains("features/")) {
            let other =
                line.split("features/").nth(1).unwrap().split(['/', '"', '\'']).next().unwrap();
            assert_eq!(other, own, "{} imports another feature", file.display());
        }
    }
}

#[test]
fn both_databases_have_the_same_migrations_and_the_same_operations() {
    let names = |folder: &str| -> BTreeSet<String> {
        let folder = root().join(folder);
        files(&folder)
            .into_iter()
            .map(|file| file.strip_prefix(&folder).unwrap().to_string_lossy().into_owned())
            .collect()
    };
    assert_eq!(
        names("migrations/sqlite"),
        names("migrations/postgres"),
        "migrations stand in pairs"
    );
    let sources = |name: &str| -> BTreeSet<String> {
        names(&format!("crates/store-{name}/queries/verify")).into_iter().collect()
    };
    assert_eq!(sources("sqlite"), sources("postgres"), "checks of verify stand in pairs");
}

#[test]
fn no_file_grows_past_what_one_reads_at_once() {
    let sources = ["crates", "src-tauri", "tests", "ui/src", "scripts"];
    for file in sources.iter().flat_map(|folder| files(&root().join(folder))) {
        let source = file.extension().is_some_and(|end| {
            ["rs", "ts", "tsx", "css", "sh", "mjs"].contains(&end.to_string_lossy().as_ref())
        });
        if source {
            let lines = fs::read_to_string(&file).unwrap().lines().count();
            assert!(lines <= LINES_MOST, "{} has {lines} lines; split it by noun", file.display());
        }
    }
}

#[test]
fn every_module_says_what_it_is_for() {
    for folder in ["crates", "src-tauri/src", "tests/src", "tests/tests"] {
        for file in files(&root().join(folder)) {
            if file.extension().is_some_and(|end| end == "rs") && !file.ends_with("build.rs") {
                let text = fs::read_to_string(&file).unwrap();
                assert!(
                    text.starts_with("//!"),
                    "{} opens without saying what it is for",
                    file.display()
                );
            }
        }
    }
}
