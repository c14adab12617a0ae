#!/bin/sh
# Lets the backup job read the cluster: its role, and the line by which the cluster admits it. Idempotent. A new cluster
# runs it by itself; on another one: docker compose exec --user postgres postgres sh /docker-entrypoint-initdb.d/create-role.sh
set -eu

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=password="$(cat "$BACKUP_PASSWORD_FILE")" <<'SQL'
select not exists (select from pg_roles where rolname = 'backup') as is_new \gset
\if :is_new
create role backup;
\endif
alter role backup login replication password :'password';
-- The log that a job which is away keeps at most; a full disk would stop the cluster.
alter system set max_slot_wal_keep_size = '16GB';
SQL

line='host replication backup all scram-sha-256'
grep --quiet --fixed-strings --line-regexp "$line" "$PGDATA/pg_hba.conf" || echo "$line" >>"$PGDATA/pg_hba.conf"
psql --no-psqlrc --quiet --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --output=/dev/null --command='select pg_reload_conf()'
