#!/usr/bin/env bash
# npm run check: types, format and lints, nothing that takes a database or a window.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

timed "user interface: types and pages" npm run --silent build:ui
timed "format" cargo fmt --all --check
timed "lints" cargo clippy --workspace --all-targets --quiet -- -D warnings
