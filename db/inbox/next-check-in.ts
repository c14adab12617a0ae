import { sql } from "kysely";
import { records } from "../records.ts";
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

/** A relationship and its present local day. */
interface PresentDay {
  readonly relationshipId: string;
  readonly localDate: string;
}

/**
 * The first local day after each present one for which a check-in is planned, by relationship. One statement, and none
 * for nobody.
 */
export async function listNextCheckInDates(
  tx: Tx,
  todays: readonly PresentDay[],
): Promise<ReadonlyMap<string, string>> {
  if (todays.length === 0) return new Map();
  const { rows } = await sql<PresentDay>`/* named: next-check-in */
    select today.relationship_id as "relationshipId", min(planned)::text as "localDate"
    from ${records(todays, TODAY)} today
    join plan_assignment assignment on assignment.relationship_id = today.relationship_id
    cross join lateral unnest(assignment.planned_dates) planned
    where assignment.plan_kind = 'CHECK_IN' and assignment.status = 'ACTIVE'
      and planned > today.local_date
      and (assignment.end_date is null or planned <= assignment.end_date)
    group by today.relationship_id
  `.execute(tx.getKysely());
  return new Map(rows.map(({ relationshipId, localDate }) => [relationshipId, localDate]));
}

const TODAY = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
] as const;
