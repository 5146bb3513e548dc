#!/usr/bin/env bash
# npm test: sets this machine up and runs every check and test there is, on SQLite, on a real PostgreSQL and in the real
# window. The first failure ends it.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

interface() {
  timed "user interface: types and pages" npm run --silent build:ui
  timed "user interface: tests" npm run --silent test:ui
}

# Runs with a PostgreSQL in ONCEOVER_TEST_POSTGRES.
rust() {
  timed "format" cargo fmt --all --check
  timed "lints, and every query against both databases" \
    bash scripts/queries.sh --check cargo clippy --workspace --all-targets --quiet -- -D warnings
  timed "programs" cargo build --workspace --quiet
  timed "tests of the program, on both databases and in the window" with_fresh_types cargo test --workspace
}

# The tests write the user interface's types anew; what is committed has to be that already.
with_fresh_types() {
  local types=ui/src/api/generated before
  before=$(mktemp -d)
  cp -r "$types/." "$before"
  "$@"
  diff -r "$before" "$types" || stop "$types was not fresh; it is now: commit it"
  rm -rf "$before"
}

if [ "${1:-}" = rust ]; then
  rust
else
  timed "set-up" bash scripts/setup.sh
  interface
  timed "all of Rust" bash scripts/postgres.sh bash scripts/test.sh rust
fi
