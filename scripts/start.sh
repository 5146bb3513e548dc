#!/usr/bin/env bash
# npm start: opens the console on a workspace with real work going on: webhooks are sent to the HTTP API, delivered by the
# built-in worker to endpoints that fail as real ones do. Without a display the same runs without a window. Ctrl-C ends it.
# The workspace stays in .onceover/demo; remove that directory to begin anew.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

directory=.onceover/demo
log=$directory/onceover.log
listen=127.0.0.1:7411
export ONCEOVER_DATABASE="sqlite:$PWD/$directory/onceover.db"

timed "set-up" bash scripts/setup.sh
timed "pages of the user interface" npm run --silent build:ui
# The quick build, which npm test shares: the optimised programs of npm run build take twice as long to make.
timed "programs (five to ten minutes the first time, without a word)" cargo build --quiet --workspace

step "a workspace with four tenants in $directory"
mkdir -p "$directory"
target/debug/onceover demo prepare --directory "$directory"

running=()
clean_up() {
  local code=$? process
  trap - EXIT INT TERM
  for process in "${running[@]}"; do
    kill -TERM "$process" 2>/dev/null || true
  done
  wait || true
  exit "$code"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The API answers, or the program that should serve it is gone.
await_api() {
  local tries
  for ((tries = 0; tries < 150; tries++)); do
    kill -0 "$1" 2>/dev/null || return 1
    if node -e "fetch('http://$listen/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"; then
      return
    fi
    sleep 0.2
  done
  return 1
}

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  step "opening the console; the HTTP API is on http://$listen"
  target/debug/onceover-desktop --listen "$listen" --config "$directory/onceover.toml" >>"$log" 2>&1 &
else
  step "no display (DISPLAY is not set), so no window; the HTTP API is on http://$listen"
  target/debug/onceover serve --listen "$listen" --config "$directory/onceover.toml" >>"$log" 2>&1 &
fi
main=$!
running+=("$main")
await_api "$main" || { tail -n 5 "$log" >&2; stop "the HTTP API does not answer on $listen; the log is $log"; }
target/debug/onceover demo run --directory "$directory" --api "http://$listen" &
running+=("$!")

if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  cat <<TEXT
Look from another terminal:
    export ONCEOVER_DATABASE=$ONCEOVER_DATABASE
    target/debug/onceover jobs list
    target/debug/onceover dead-letters list
    target/debug/onceover ledger show --tenant acme --meter deliveries
TEXT
fi
wait "$main"
