#!/usr/bin/env bash
# Installs servers that tests run, where apt-get and root are there; without one, its tests are skipped:
#   nginx   e2e/reverse-proxy.e2e.ts
#   redis   server/src/relay/cached/redis-store.test.ts (Valkey where there is a package of it)
# Leaves none running: the tests start their own.
set -euo pipefail

# Debian keeps them where the path of a plain user does not look.
PATH="$PATH:/usr/sbin"
policy=/usr/sbin/policy-rc.d

without() {
  echo "[turnpike] $1 is not installed: $2. Its tests will be skipped."
}

missing=()
command -v nginx >/dev/null || missing+=(nginx)
command -v valkey-server >/dev/null || command -v redis-server >/dev/null || missing+=(redis)
if [ "${#missing[@]}" -eq 0 ]; then exit 0; fi
if [ "$(id -u)" -ne 0 ]; then
  without "${missing[*]}" "this needs root"
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  without "${missing[*]}" "there is no apt-get"
  exit 0
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Debian's packages start their services unless this program forbids it.
if [ ! -e "$policy" ]; then
  trap 'rm -f "$log" "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
fi

install_one() {
  DEBIAN_FRONTEND=noninteractive timeout 300 apt-get install -y -qq --no-install-recommends "$1" >>"$log" 2>&1
}
timeout 120 apt-get update -qq >"$log" 2>&1 || true
for server in "${missing[@]}"; do
  case "$server" in
    nginx) packages=(nginx-light nginx) ;;
    redis) packages=(valkey-server redis-server) ;;
  esac
  install_one "${packages[0]}" || install_one "${packages[1]}" ||
    without "$server" "apt-get says \"$(grep '^E:' "$log" | tail -n 1)\""
done
