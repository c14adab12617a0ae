import { sql } from "kysely";
import { firstRow, type Tx } from "../transact.ts";

/** How many rows each table lost at the end of a retention. */
export interface PurgedRows {
  readonly drafts: number;
  readonly taskEvents: number;
  readonly overrides: number;
  readonly payloads: number;
}

/**
 * Deletes what an ended onboarding leaves of people's words and days: drafts of all forms of the
 * relationship, task events and overrides, and empties the tasks' payloads, in one statement. The tables
 * refuse it before the retention has run out.
 */
export async function purgeRows(
  tx: Tx,
  key: { readonly instanceId: string; readonly relationshipId: string },
): Promise<PurgedRows> {
  const { instanceId, relationshipId } = key;
  const { rows } = await sql<PurgedRows>`
    with drafts as (
      delete from form_draft d using form_assignment a
       where a.id = d.assignment_id and a.relationship_id = ${relationshipId} returning 1
    ), events as (
      delete from onboarding_task_event where instance_id = ${instanceId} returning 1
    ), overrides as (
      delete from onboarding_override where instance_id = ${instanceId} returning 1
    ), payloads as (
      update onboarding_task set payload = '{}'
       where instance_id = ${instanceId} and payload <> '{}' returning 1
    )
    select (select count(*)::int from drafts) as drafts,
           (select count(*)::int from events) as "taskEvents",
           (select count(*)::int from overrides) as overrides,
           (select count(*)::int from payloads) as payloads
  `.execute(tx.getKysely());
  return firstRow(rows);
}
