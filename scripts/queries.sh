#!/usr/bin/env bash
# Runs a cargo command while sqlx checks every query against live databases made from migrations/, and keeps what it
# learned for builds without a database: scripts/queries.sh [--check] COMMAND...
# With --check the kept files are not written but compared.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ -n "${ONCEOVER_TEST_POSTGRES:-}" ] || exec bash scripts/postgres.sh bash scripts/queries.sh "$@"

check=
if [ "${1:-}" = --check ]; then
  check=yes
  shift
fi

ONCEOVER_QUERIES=$(mktemp -d)
trap 'rm -rf "$ONCEOVER_QUERIES"' EXIT
mkdir "$ONCEOVER_QUERIES"/onceover-store-{sqlite,postgres}
export ONCEOVER_QUERIES
export ONCEOVER_SQLITE_PREPARE_URL="sqlite:$ONCEOVER_QUERIES/schema.db"
export ONCEOVER_POSTGRES_PREPARE_URL="${ONCEOVER_TEST_POSTGRES%/*}/onceover_queries"
node scripts/schema.mjs "$ONCEOVER_QUERIES/schema.db" "$ONCEOVER_TEST_POSTGRES" onceover_queries

# Without a change cargo would not ask again.
touch crates/store-sqlite/src/lib.rs crates/store-postgres/src/lib.rs
outcome=0
SQLX_OFFLINE=false RUSTC_WRAPPER="$PWD/scripts/rustc.sh" "$@" || outcome=$?

for store in sqlite postgres; do
  kept=crates/store-$store/.sqlx
  found=$ONCEOVER_QUERIES/onceover-store-$store
  mkdir -p "$kept"
  if [ $outcome -ne 0 ]; then
    # What did pass is worth keeping, so that the rest can be mended without a database.
    [ -n "$check" ] || cp -r "$found/." "$kept"
  elif [ -n "$check" ]; then
    diff -rq "$found" "$kept" || stop "$kept is not fresh: run npm run gen and commit it"
  else
    rm -rf "$kept"
    cp -r "$found" "$kept"
  fi
done
exit $outcome
