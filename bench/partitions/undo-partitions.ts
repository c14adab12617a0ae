import type { Client } from "pg";

/** Gives an empty database the plain tables of before its partitions, and lets the migrator begin there again. */
export async function undoPartitions(database: Client): Promise<void> {
  await database.query(UNDO);
}

/** The relay goes on counting partitions meanwhile. */
const UNDO = `
  begin;
  drop table sync_request, sync_answers, auth_audit_event;
  drop schema partitions;
  drop function partition_health(), move_misplaced(text), drop_partition(text), add_partition(text),
    create_partition(text, timestamptz), has_partition_at(text, timestamptz), list_partitions(text),
    first_id_at(timestamptz), partition_end(text, timestamptz), partition_start(text, timestamptz),
    partition_plan(text), partition_key(text);
  create function partition_health()
    returns table (parent text, ahead integer, partitions integer, misplaced integer)
    language sql return (null::text, 0, 0, 0);
  create table sync_request (
    batch_id uuid primary key,
    body bytea storage external not null,
    received_at timestamptz not null,
    constraint sync_request_batch_id_check check (uuid_extract_version(batch_id) is not distinct from 7)
  );
  create table sync_answers (batch_id uuid primary key, lines bytea storage external not null);
  create trigger sync_request_append_only before update on sync_request
    for each row execute function refuse_rewriting();
  create trigger sync_answers_append_only before update on sync_answers
    for each row execute function refuse_rewriting();
  create table auth_audit_event (
    id uuid primary key,
    user_id uuid,
    event_type text not null,
    provider text,
    actor text not null,
    metadata jsonb not null,
    created_at timestamptz not null,
    constraint auth_audit_event_id_check check (uuid_extract_version(id) is not distinct from 7)
  );
  create index auth_audit_event_user_id_created_at_idx on auth_audit_event (user_id, created_at);
  create index auth_audit_event_contact_lookups_idx on auth_audit_event (actor, created_at)
    where event_type = 'USER_SOUGHT';
  create trigger auth_audit_event_append_only before update or delete on auth_audit_event
    for each row execute function refuse_rewriting('created_at', '30 days');
  delete from mikro_orm_migrations where name >= '0086';
  commit`;
