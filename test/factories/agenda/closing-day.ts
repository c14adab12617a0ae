import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { closeDays, type ClosedDays } from "../../../activities/agenda/closing/close-days.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import { lockScopes } from "../../../db/platform/scopes/lock-scopes.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import type { BuiltScope } from "../sync/sync.ts";

/** The owner of an agenda of one day. */
type DayOwner = Pick<BuiltScope, "relationshipId" | "agenda">;

/** The day of a scope's agenda. */
export function dayOf({ relationshipId, agenda }: DayOwner) {
  return { relationshipId, localDate: agenda.localDate };
}

/** Ends a day, as if it was due to close this many minutes ago. */
export async function endDay(
  em: SqlEntityManager,
  { relationshipId, localDate }: RelationshipDay,
  minutesAgo = 0,
): Promise<void> {
  await sql`update agenda_day
    set closes_at = date_trunc('milliseconds', clock_now()) - make_interval(mins => ${minutesAgo}),
      look_at = date_trunc('milliseconds', clock_now()) - make_interval(mins => ${minutesAgo}),
      ends_at = date_trunc('milliseconds', clock_now()) - make_interval(days => 1, mins => ${minutesAgo})
    where relationship_id = ${relationshipId} and local_date = ${localDate}`.execute(
    em.fork().getKysely(),
  );
}

/** Closes days as a sweep does, under the locks of their relationships. */
export async function close(
  em: SqlEntityManager,
  days: readonly RelationshipDay[],
): Promise<ClosedDays> {
  return await transact(em, async (tx) => {
    const relationshipIds = days.map(({ relationshipId }) => relationshipId);
    await lockScopes(tx, [...new Set(relationshipIds)].toSorted());
    return await closeDays(tx, days, await clockNow(tx));
  });
}

/** Ends the day of a scope and closes it. Returns the instant of closing. */
export async function closeDayOf(em: SqlEntityManager, scope: DayOwner): Promise<Date> {
  await endDay(em, dayOf(scope));
  await close(em, [dayOf(scope)]);
  const { closedAt } = await em.fork().findOneOrFail(AgendaDay, dayOf(scope));
  if (closedAt === null) throw new Error("The day did not close");
  return closedAt;
}
