#!/bin/sh
# The backup job. It streams the log of the cluster to /backup/wal. Every day from BACKUP_HOUR (UTC) on, it makes a base
# backup in /backup/base, verifies it and deletes those of more than two weeks. Every week it restores the newest one.
set -eu
umask 077

KEPT_DAYS=14
TESTED_EVERY_DAYS=7
STREAM=/tmp/stream

PGPASSWORD=$(cat "$BACKUP_PASSWORD_FILE")
export PGPASSWORD

say() {
  echo "$(date -u +%FT%TZ) $*"
}

backups() {
  find /backup/base -mindepth 1 -maxdepth 1 -type d -name '20*' | sort
}

newest() {
  backups | tail -n 1
}

# A slot keeps the log for a job that was away, up to max_slot_wal_keep_size. Beyond that the log has a gap: it begins
# anew, with a base backup of its own.
stream() {
  mkdir -p /backup/wal
  lost="select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = 'backup' and wal_status = 'lost'"
  if [ -n "$(psql --no-psqlrc --dbname=postgres --quiet --tuples-only --command="select 'dropped' from ($lost) one")" ]; then
    say "the log has a gap; it begins anew"
    mv /backup/wal "/backup/wal-until-$(date -u +%F-%H%M%S)"
    mkdir /backup/wal
    touch /backup/gap
  fi
  pg_receivewal --directory=/backup/wal --slot=backup --create-slot --if-not-exists
  exec pg_receivewal --directory=/backup/wal --slot=backup --no-loop
}

keep_streaming() {
  while :; do
    (stream) &
    echo $! >"$STREAM"
    wait $! || true
    say "the stream of the log ended; it starts again"
    sleep 10
  done
}

is_due() {
  last=$(newest)
  [ -n "$last" ] && [ ! -e /backup/gap ] || return 0
  [ "$(basename "$last")" != "$(date -u +%F)" ] && [ "$(date -u +%H)" -ge "${BACKUP_HOUR:-2}" ]
}

back_up() {
  day=/backup/base/$(date -u +%F)
  rm -rf /backup/base/unfinished
  pg_basebackup --pgdata=/backup/base/unfinished --checkpoint=fast --wal-method=stream --manifest-checksums=SHA256 ||
    return 1
  pg_verifybackup --quiet /backup/base/unfinished || return 1
  rm -rf "$day" /backup/gap
  mv /backup/base/unfinished "$day"
  say "made $day"
  touch /backup/report/base
  first_day=$(date -u -d "$KEPT_DAYS days ago" +%F)
  for old in $(backups); do
    [ "$(basename "$old")" \< "$first_day" ] || break
    rm -rf "$old"
  done
  oldest=$(sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p' "$(backups | head -n 1)/backup_label")
  pg_archivecleanup /backup/wal "$oldest"
  find /backup -maxdepth 1 -name 'wal-until-*' -mtime "+$KEPT_DAYS" -exec rm -rf {} +
}

# Replays the log, then reads every row of every database. The server listens on a socket of this container alone.
restore() {
  rm -rf /backup/test
  cp -a "$1" /backup/test || return 1
  cat >>/backup/test/postgresql.auto.conf <<'END'
restore_command = 'cp /backup/wal/%f %p || cp /backup/wal/%f.partial %p'
recovery_target_action = promote
hot_standby = off
listen_addresses = ''
unix_socket_directories = '/tmp'
hba_file = '/tmp/hba'
END
  echo 'local all all trust' >/tmp/hba
  touch /backup/test/recovery.signal
  pg_ctl --pgdata=/backup/test --silent --log=/tmp/restore.log start || return 1
  until pg_isready --quiet --host=/tmp --username=postgres; do
    pg_ctl --pgdata=/backup/test status >/dev/null || return 1
    sleep 1
  done
  pg_dumpall --host=/tmp --username=postgres >/dev/null && failed=0 || failed=1
  pg_ctl --pgdata=/backup/test --mode=fast --wait --silent stop
  return "$failed"
}

# The relay exports this result (RESTORE_TEST_FILE).
test_restore() {
  backup=$(newest)
  if restore "$backup"; then failure=null; else failure='"the backup was not restored or read; see the log of the job"'; fi
  tail -n 20 /tmp/restore.log || true
  rm -rf /backup/test
  ended=$(date -u +%FT%TZ)
  [ "$failure" != null ] || echo "$ended" >/backup/report/succeeded
  succeeded=$(cat /backup/report/succeeded 2>/dev/null || true)
  printf '{"backup":"%s","endedAt":"%s","failure":%s,"succeededAt":%s}\n' "$backup" "$ended" "$failure" \
    "${succeeded:+\"}${succeeded:-null}${succeeded:+\"}" >/backup/report/unfinished
  chmod 644 /backup/report/unfinished
  mv /backup/report/unfinished /backup/report/restore-test.json
  say "tested the restore of $backup: $failure"
}

is_untested() {
  [ -n "$(find /backup/report -name restore-test.json -mtime "-$TESTED_EVERY_DAYS")" ] || return 0
  # After a failure, each new backup is tested.
  [ "$(newest)" -nt /backup/report/restore-test.json ] && ! grep -q '"failure":null' /backup/report/restore-test.json
}

# Healthy while the log streams and the newest base backup is younger than two days.
if [ "${1:-}" = health ]; then
  kill -0 "$(cat "$STREAM")"
  [ -n "$(find /backup/base -mindepth 1 -maxdepth 1 -name '20*' -mtime -2)" ]
  exit
fi

mkdir -p /backup/base /backup/report
chmod 755 /backup/report
keep_streaming &
streaming=$!
trap 'kill "$streaming" "$(cat "$STREAM")"; exit 0' TERM INT
while :; do
  if is_due && ! back_up; then say "the base backup failed; it is tried again in a minute"; fi
  if [ -n "$(newest)" ] && is_untested; then test_restore; fi
  sleep 60 &
  wait $! || true
done
