import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { openDays } from "../../../activities/agenda/calendar/open-days.ts";
import {
  type DayReview,
  reviewDay,
  type ReviewedDay,
} from "../../../activities/quick-log/review-day.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { loadReviewableDays } from "../../../db/quick-log/load-reviewable-days.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";

/** The clocks of our processes differ by less: what was recorded by then was seen. */
const LATER_MS = 10_000;

/** The state of a day as a coach sees it now; for a missing day, a state that nobody has seen. */
async function seenNow(
  em: SqlEntityManager,
  { relationshipId, localDate }: Pick<DayReview, "relationshipId" | "localDate">,
): Promise<DayReview["seen"]> {
  const [day] = await loadReviewableDays(executorOf(em), relationshipId, [localDate]);
  const now = await clockNow(em);
  return { version: day?.version ?? 0, at: new Date(now.getTime() + LATER_MS) };
}

/** Reviews a day with everything on it at the moment of the review. */
export async function reviewAsSeen(tx: Tx, day: Omit<DayReview, "seen">): Promise<ReviewedDay> {
  const { relationshipId, requestId } = day;
  if (await lockScope(tx, relationshipId))
    await openDays(tx, relationshipId, { now: await clockNow(tx), requestId });
  return await reviewDay(tx, { ...day, seen: await seenNow(tx, day) });
}

/** Body of the route for a day that was seen completely. */
export async function reviewBody(
  em: SqlEntityManager,
  day: Pick<DayReview, "relationshipId" | "localDate">,
): Promise<{ readonly agendaVersion: number; readonly seenAt: string }> {
  const { version: agendaVersion, at } = await seenNow(em, day);
  return { agendaVersion, seenAt: at.toISOString() };
}
