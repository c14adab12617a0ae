import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { StoredActionSchema } from "../../../contract/agenda/schema.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { actionSchemaOf, BARE_TASK } from "../../../rules/agenda/actions/action-schema.ts";

/** The actions of a check-in whose questions are answered in a form. */
export const CHECK_IN_ACTIONS: StoredActionSchema = actionSchemaOf("CHECK_IN", {
  ...BARE_TASK,
  requiresAnswers: true,
});

/**
 * Adds a task like another one, except for these columns; by default a check-in that is answered in a form. The
 * columns are named as in `agenda_task`. Returns its id.
 */
export async function putTaskLike(
  em: SqlEntityManager,
  { id: like }: { readonly id: string },
  columns: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const id = newId();
  const checkIn = { task_kind: "CHECK_IN", action_schema: CHECK_IN_ACTIONS };
  const noValues = { newest_value_id: null, newest_value_revision: null };
  const row = { id, source_key: `like:${id}`, ...noValues, ...checkIn, ...columns };
  const { rows } = await sql<{ id: string }>`
    insert into agenda_task
    select (jsonb_populate_record(task, ${JSON.stringify(row)}::jsonb)).* from agenda_task task
    where task.id = ${like}
    returning id`.execute(em.fork().getKysely());
  const [put] = rows;
  if (put === undefined) throw new Error("The task to copy does not exist");
  return put.id;
}

/** Sets the newest day of a relationship. */
export async function setNewestDay(
  em: SqlEntityManager,
  relationshipId: string,
  localDate: string,
): Promise<void> {
  await sql`
    insert into relationship_calendar (relationship_id, local_date, timezone, next_day_at, tz_version)
    values (${relationshipId}, ${localDate}, 'UTC', ${localDate}::timestamptz + interval '1 day', 'test')
    on conflict (relationship_id) do update set local_date = excluded.local_date`.execute(
    em.fork().getKysely(),
  );
}
