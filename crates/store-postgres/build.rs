//! SQL lives outside `src`: tells cargo to build again when a migration or query changes.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations/postgres");
    println!("cargo:rerun-if-changed=queries");
}
