#!/usr/bin/env bash
# Starts the service as the user nobody, from a copy that nobody can read, and stops it when it is ready.
set -euo pipefail
node=$1 dir=$2 port=$3 sandbox=$4 admin=$5
root=$(cd "$(dirname "$0")/../.." && pwd)
if ! setpriv --reuid=nobody --regid=nogroup --clear-groups test -r "$root/server/main.ts" || ! setpriv --reuid=nobody --regid=nogroup --clear-groups test -x "$node"; then
  echo "ready as nobody: not tried, because this checkout is not readable by others"
  exit 0
fi
cd "$dir"
setpriv --reuid=nobody --regid=nogroup --clear-groups env -i PATH="$PATH" HOME="$dir" DATA_DIR="$dir/data" HOST=127.0.0.1 \
  PORT="$port" SANDBOX_PORT="$sandbox" ADMIN_PORT="$admin" LISTS_AUTO_UPDATE=false "$node" "$root/server/main.ts" >"$dir/out.log" 2>&1 &
pid=$!
for _ in $(seq 300); do
  if curl -fsS -o /dev/null "http://127.0.0.1:$admin/readyz" 2>/dev/null; then
    kill -TERM "$pid"
    wait "$pid"
    echo "ready as nobody"
    exit 0
  fi
  sleep 0.1
done
cat "$dir/out.log" >&2
kill -KILL "$pid"
exit 1
