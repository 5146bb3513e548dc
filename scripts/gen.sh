#!/usr/bin/env bash
# npm run gen: writes what is generated and committed: the user interface's types, and what sqlx knows of each query.
# With --check nothing may have to change.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

types=ui/src/api/generated
check=${1:-}
[ -z "$check" ] || [ "$check" = --check ] || stop "usage: scripts/gen.sh [--check]"

step "queries"
bash scripts/queries.sh $check cargo check --workspace --quiet

step "types of the user interface"
before=$(mktemp -d)
mkdir -p "$types"
mv "$types" "$before/was"
mkdir "$types"
cargo test --quiet -p onceover-api export_bindings >/dev/null || { rm -rf "$types"; mv "$before/was" "$types"; exit 1; }
if [ -n "$check" ]; then
  diff -rq "$before/was" "$types" || stop "$types was not fresh; it is now: commit it"
fi
rm -rf "$before"
