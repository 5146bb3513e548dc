#!/usr/bin/env bash
# npm run build: the programs as they ship, in target/release: onceover and onceover-desktop.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

timed "set-up" bash scripts/setup.sh
timed "pages of the user interface" npm run --silent build:ui
timed "programs, optimised" cargo build --release -p onceover-cli -p onceover-desktop
