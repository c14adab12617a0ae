import { sql } from "kysely";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { records } from "../platform/statements/records.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";

/** The first local day after each present one with a planned check-in. One statement, or none without days. */
export async function listNextCheckInDates(
  executor: QueryExecutor,
  todays: readonly PresentDay[],
): Promise<readonly NextCheckIn[]> {
  if (todays.length === 0) return [];
  const statement = sql<NextCheckIn>`
    select today.relationship_id as "relationshipId", today.local_date::text as "after",
      min(planned)::text as "localDate"
    from ${records(todays, TODAY)} today
    join plan_assignment assignment on assignment.relationship_id = today.relationship_id
    cross join lateral unnest(assignment.planned_dates) planned
    where assignment.plan_kind = 'CHECK_IN' and assignment.status = 'ACTIVE'
      and planned > today.local_date
      and (assignment.end_date is null or planned <= assignment.end_date)
    group by today.relationship_id, today.local_date
  `;
  return await runNamed(executor, "next-check-in", statement);
}

/** Time zone of a coach. */
export async function getCoachTimezone(executor: QueryExecutor, userId: string): Promise<string> {
  const { timezone } = await executor.tables
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

/** The first local day after the present one with a planned check-in. */
interface NextCheckIn extends PresentDay {
  readonly after: string;
}

const TODAY = [
  ["relationshipId", "uuid"],
  ["localDate", "date"],
] as const;
