#!/bin/sh
# The contract of the entrypoint of postgres:18. As root it gives the folders to the user postgres and switches to it.
# On an empty data folder it creates the cluster, starts it on its socket alone and runs /docker-entrypoint-initdb.d.
set -eu

if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown -R postgres "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  chmod 3775 /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups sh "$0" "$@"
fi

if [ -n "${POSTGRES_PASSWORD_FILE:-}" ]; then
  POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
fi
: "${POSTGRES_USER:=postgres}"
export POSTGRES_USER

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  [ -n "${POSTGRES_PASSWORD:-}" ] || { echo "POSTGRES_PASSWORD is missing" >&2; exit 1; }
  password_file=$(mktemp)
  printf '%s\n' "$POSTGRES_PASSWORD" > "$password_file"
  initdb --username="$POSTGRES_USER" --pwfile="$password_file" --pgdata="$PGDATA"
  rm "$password_file"
  printf '\nhost all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
  shift
  PGUSER=$POSTGRES_USER pg_ctl --pgdata="$PGDATA" --wait --options="$* -c listen_addresses=''" start
  for file in /docker-entrypoint-initdb.d/*.sh; do
    [ -e "$file" ] || continue
    if [ -x "$file" ]; then "$file"; else . "$file"; fi
  done
  PGUSER=$POSTGRES_USER pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop
  set -- postgres "$@"
fi
exec "$@"
