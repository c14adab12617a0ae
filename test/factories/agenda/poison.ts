import { withReplicaClient } from "../../harness/kept-client.ts";

/** Tables whose rows can be poisoned. */
type PoisonedTable = "agenda_card" | "agenda_day" | "agenda_task" | "form_assignment";

/** Makes single rows of a test database fail, as a bug or bad data would. */
export interface Poison {
  /** From now on every new row of a source, or new day of a relationship, fails with a SQLSTATE. */
  put(table: PoisonedTable, sourceId: string, sqlState?: string): Promise<void>;
  /** Such rows can be written again. */
  cure(sourceId: string): Promise<void>;
  /** Runs a statement as the owner of the tables, bypassing triggers that protect history. */
  rewrite(text: string, values: readonly unknown[]): Promise<void>;
}

/** Opens the poisons of a test database; their table is read by triggers. */
export async function openPoison(superuserUrl: string): Promise<Poison> {
  const run = async (text: string, values: readonly unknown[] = []) => {
    await withReplicaClient(superuserUrl, (client) => client.query(text, [...values]));
  };
  await run(`create table if not exists poison (table_name text, source_id uuid, sql_state text)`);
  await run(`grant select on poison to public`);
  await run(`create or replace function fail_by_poison() returns trigger language plpgsql as $$
    declare found text;
    begin
      select sql_state into found from poison where table_name = tg_table_name
        and source_id = (to_jsonb(new) ->> tg_argv[0])::uuid limit 1;
      -- The sums of a day that is there are written by an insert, too.
      if tg_table_name = 'agenda_day' and exists (select from agenda_day day
        where day.relationship_id = (to_jsonb(new) ->> 'relationship_id')::uuid
          and day.local_date = (to_jsonb(new) ->> 'local_date')::date) then return new; end if;
      if found is not null then raise exception 'poisoned' using errcode = found; end if;
      return new;
    end $$`);
  for (const [table, column] of COLUMNS)
    await run(`create or replace trigger poisoned before insert on ${table}
      for each row execute function fail_by_poison('${column}')`);
  return {
    put: (table, sourceId, sqlState = "23514") =>
      run("insert into poison values ($1, $2, $3)", [table, sourceId, sqlState]),
    cure: (sourceId) => run("delete from poison where source_id = $1", [sourceId]),
    rewrite: run,
  };
}

const COLUMNS: readonly (readonly [PoisonedTable, string])[] = [
  ["agenda_card", "source_id"],
  ["agenda_task", "source_id"],
  ["agenda_day", "relationship_id"],
  ["form_assignment", "relationship_id"],
];
