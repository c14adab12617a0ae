import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import { listBehindPlans, storePlannedDates } from "../../../db/plans/planned-dates.ts";
import type { Tx } from "../../../db/transact.ts";
import { planDates, plansFrom } from "../../../rules/plans/plan-dates.ts";

/**
 * Plans the dates of running assignments ahead where they are planned no further than the present day of their
 * relationship (docs/rules.md#plans-planned-dates). Two statements, of which the second is seldom needed. The caller
 * holds the scopes.
 */
export async function planAhead(tx: Tx, presentDays: readonly RelationshipDay[]): Promise<void> {
  const behind = await listBehindPlans(tx, presentDays);
  const planned = behind.flatMap(({ id, localDate, spans, plannedDates, ...assigned }) => {
    const span = spans.find(({ until }) => until === null);
    if (span === undefined) return [];
    const from = plansFrom(assigned.plannedThrough, localDate);
    return [{ id, ...planDates({ ...assigned, span }, from, plannedDates) }];
  });
  await storePlannedDates(tx, planned);
}
