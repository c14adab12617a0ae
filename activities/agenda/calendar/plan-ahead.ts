import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import { listBehindPlans, storePlannedDates } from "../../../db/plans/planned-dates.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { isMeant, type OccurrenceSet } from "../isolation/occurrence-set.ts";
import { minimumPlannedThrough, planFurther } from "../../../rules/plans/plan-dates.ts";

/**
 * Extends the planned dates of running assignments if they do not reach far enough beyond the present day
 * (docs/rooms/plans.md#planned-dates). Two statements; the second is rarely needed, because it plans a month ahead.
 * The caller holds the scopes' locks.
 *
 * @param only the occurrences whose plans are extended; null for all.
 */
export async function planAhead(
  tx: Tx,
  presentDays: readonly RelationshipDay[],
  only: OccurrenceSet | null,
): Promise<void> {
  const wanted = presentDays.map((day) => ({
    ...day,
    through: minimumPlannedThrough(day.localDate),
  }));
  const behind = await listBehindPlans(tx, wanted);
  const meant = behind.filter((plan) => isMeant(only, plan, plan.id));
  const planned = meant.flatMap(({ id, localDate, spans, ...assigned }) => {
    const span = spans.find(({ until }) => until === null);
    return span === undefined ? [] : [{ id, ...planFurther({ ...assigned, span }, localDate) }];
  });
  await storePlannedDates(tx, planned);
}
