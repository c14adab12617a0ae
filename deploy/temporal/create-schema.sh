#!/bin/sh
# Updates both databases of the Temporal server to the schema of this version. Idempotent.
set -eu

for database in temporal temporal_visibility; do
  case "$database" in
    temporal) schema=temporal ;;
    *) schema=visibility ;;
  esac
  tool="temporal-sql-tool --plugin postgres12_pgx --ep $POSTGRES_SEEDS --port 5432 --user temporal --db $database"
  $tool setup-schema --version 0.0
  $tool update-schema --schema-dir "/etc/temporal/schema/postgresql/v12/$schema/versioned"
done
