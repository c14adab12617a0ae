import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/** Ends whatever still runs in a relationship. Returns the ids, in their order. */
export async function endActiveAssignments(
  tx: Tx,
  relationshipId: string,
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with ended as (
      update plan_assignment set status = 'ENDED', updated_at = ${now}
       where relationship_id = ${relationshipId} and status = 'ACTIVE'
      returning id
    )
    select id from ended order by id
  `.execute(tx.getKysely());
  return rows.map(({ id }) => id);
}
