import { sql } from "kysely";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/** Zone of a coach's clock. */
export async function getCoachTimezone(tx: Tx, userId: string): Promise<string> {
  const { timezone } = await tables(tx)
    .selectFrom("coachProfile")
    .where("userId", "=", userId)
    .select("timezone")
    .executeTakeFirstOrThrow();
  return timezone;
}

/** The first local day after a date for which a check-in of a relationship is planned; null for none. */
export async function findNextCheckInDate(
  tx: Tx,
  relationshipId: string,
  after: string,
): Promise<string | null> {
  const { rows } = await sql<{ readonly date: string | null }>`/* named: next-check-in */
    select min(planned)::text as date
    from plan_assignment assignment
    cross join lateral unnest(assignment.planned_dates) planned
    where assignment.relationship_id = ${relationshipId} and assignment.plan_kind = 'CHECK_IN'
      and assignment.status = 'ACTIVE' and planned > ${after}::date
      and (assignment.end_date is null or planned <= assignment.end_date)
  `.execute(tx.getKysely());
  return rows[0]?.date ?? null;
}
