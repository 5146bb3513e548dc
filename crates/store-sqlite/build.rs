//! SQL lives outside `src`: tells cargo to build again when a migration or query changes.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations/sqlite");
    println!("cargo:rerun-if-changed=queries");
}
