#!/usr/bin/env bash
# Installs nginx for e2e/reverse-proxy.e2e.ts where apt-get and root are there; the test is skipped without it.
# Leaves no nginx running: the test starts one of its own.
set -euo pipefail

# Debian keeps it where the path of a plain user does not look.
PATH="$PATH:/usr/sbin"
policy=/usr/sbin/policy-rc.d

without() {
  echo "[turnpike] nginx is not installed: $1. The test of the reverse proxy will be skipped."
  exit 0
}

if command -v nginx >/dev/null; then exit 0; fi
if [ "$(id -u)" -ne 0 ]; then without "this needs root"; fi
if ! command -v apt-get >/dev/null; then without "there is no apt-get"; fi

# Debian's packages start their services unless this program forbids it.
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
fi

log=$(mktemp)
install() {
  DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y -qq --no-install-recommends "$1"
}
if { timeout 120 apt-get update -qq && { install nginx-light || install nginx; }; } >"$log" 2>&1; then
  rm -f "$log"
else
  reason=$(grep -m 1 '^E:' "$log" || tail -n 1 "$log")
  rm -f "$log"
  without "apt-get says \"${reason}\""
fi
