#!/usr/bin/env bash
# Stands before rustc in queries.sh: both stores are checked in one run of cargo, each keeps its queries apart.
case ${CARGO_PKG_NAME:-} in
  onceover-store-sqlite | onceover-store-postgres) export SQLX_OFFLINE_DIR=$ONCEOVER_QUERIES/$CARGO_PKG_NAME ;;
esac
exec "$@"
