#!/bin/sh
# Runs once, on a new cluster. Each tenant of the cluster has its own databases and login, and only that
# tenant can connect to them. Passwords come from the files that each X_FILE names, those of the product from its addresses.
set -eu

password_of() {
  sed 's|^[^:]*://[^:]*:\([^@]*\)@.*|\1|' "$1"
}
SIDELINE_OWNER_PASSWORD=$(password_of "$DATABASE_OWNER_URL_FILE")
SIDELINE_APP_PASSWORD=$(password_of "$DATABASE_URL_FILE")
TEMPORAL_PASSWORD=$(cat "$TEMPORAL_PASSWORD_FILE")
KEYCLOAK_PASSWORD=$(cat "$KEYCLOAK_PASSWORD_FILE")

psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --file="${ROLES_FILE:-/deploy/roles.sql}"

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=owner_password="$SIDELINE_OWNER_PASSWORD" \
  --set=app_password="$SIDELINE_APP_PASSWORD" \
  --set=temporal_password="$TEMPORAL_PASSWORD" \
  --set=keycloak_password="$KEYCLOAK_PASSWORD" <<'SQL'
alter role sideline_owner password :'owner_password';
alter role sideline_app password :'app_password';
create role temporal login password :'temporal_password';
create role keycloak login password :'keycloak_password';

create database sideline owner sideline_owner;
create database temporal owner temporal;
create database temporal_visibility owner temporal;
create database keycloak owner keycloak;

revoke all on database sideline, temporal, temporal_visibility, keycloak from public;
grant connect on database sideline to sideline_app;
SQL
