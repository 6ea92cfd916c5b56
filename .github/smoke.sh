#!/usr/bin/env bash
# The built server and command, from an empty folder to a restored backup. Run it after `npm run build`; uses port 8199, or PORT.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

place=$(mktemp -d)
export PORTICO_DATA=$place/data PORTICO_BACKUPS=$place/backups HOST=127.0.0.1 PORT=${PORT:-8199} LOG_LEVEL=warn
portico() { node dist/server/cli.js "$@"; }
server=

stop() {
  [ -z "$server" ] && return
  kill "$server" 2>/dev/null || true
  wait "$server" || true
  server=
}
trap 'stop; rm -rf "$place"' EXIT

fail() {
  echo "FAILED: $1" >&2
  cat "$place/log" >&2 2>/dev/null || true
  if [ -n "$server" ] && ! kill -0 "$server" 2>/dev/null; then
    status=0
    wait "$server" || status=$?
    server=
    echo "The server has ended with status $status." >&2
  fi
  exit 1
}

serve() {
  # Emptied first: the log of an earlier start says "listening" too.
  : >"$place/log"
  node dist/server/cli.js serve >"$place/log" 2>&1 &
  server=$!
  for _ in $(seq 120); do
    if grep -q '^Portico is listening on ' "$place/log"; then return; fi
    kill -0 "$server" 2>/dev/null || fail 'the server ended at its start'
    sleep 0.5
  done
  fail 'the server did not start within a minute'
}

address=http://$HOST:$PORT
get() { curl --silent --show-error --fail --max-time 20 "$address$1" "${@:2}"; }

node --version
portico --help | grep -q 'portico serve' || fail 'no help'

serve
password=$(sed -nE 's/.*one-time password ([a-z0-9]+).*/\1/p' "$place/log")
[ -n "$password" ] || fail 'no one-time password'
get /health/ready | grep -q '"status":"ready"' || fail 'not ready'
get / | grep -q '<script type="module"' || fail 'no console'
get /config.json | grep -q '"backend":"portico"' || fail 'no config.json'
body=$(printf '{"username":"admin","password":"%s"}' "$password")
get /api/login -H 'Content-Type: application/json' -d "$body" | grep -q '"must_change_password":true' || fail 'no login'
portico backup "$place/saved" >/dev/null || fail 'no backup of a served folder'
kill "$server"
wait "$server" || fail 'SIGTERM did not end it well'
server=

portico restore "$place/saved" --yes >/dev/null || fail 'the backup was not restored'
portico migrate >/dev/null || fail 'not migrated'
serve
get /api/login -H 'Content-Type: application/json' -d "$body" | grep -q '"account_type":"admin"' || fail 'no login after restoring'
stop
echo "Smoke test passed on $(node --version)."
