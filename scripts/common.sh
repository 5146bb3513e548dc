# Sourced by the other scripts: strict mode, the top of the repository, and how a step announces itself.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# cargo of a rustup that no new shell has picked up yet.
if ! command -v cargo >/dev/null && [ -x "$HOME/.cargo/bin/cargo" ]; then
  PATH="$HOME/.cargo/bin:$PATH"
fi

step() {
  printf '==> %s\n' "$*"
}

stop() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Runs the rest of the line with a note of how long it took.
timed() {
  local what=$1 began=$SECONDS
  shift
  step "$what"
  "$@"
  printf '    %s: %d s\n' "$what" $((SECONDS - began))
}
