import type { Client } from "pg";

/** Gives an empty database the plain tables of before its partitions, and lets the migrator begin there again. */
export async function undoPartitions(database: Client): Promise<void> {
  await database.query(UNDO);
}

/** The relay goes on counting partitions meanwhile. */
const UNDO = `
  begin;
  drop table sync_request, sync_answers;
  drop schema partitions;
  drop function partition_health(), move_misplaced(text), drop_partition(text), add_partition(text),
    create_partition(text, timestamptz), has_partition_at(text, timestamptz), list_partitions(text),
    first_id_at(timestamptz), partition_end(text, timestamptz), partition_start(text, timestamptz),
    partition_plan(text);
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
  delete from mikro_orm_migrations where name >= '0086';
  commit`;
