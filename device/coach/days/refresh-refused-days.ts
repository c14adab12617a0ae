import { textAt } from "../../json.ts";
import { type DayContext, refreshDay, refusedReviews } from "./refresh-day.ts";

/**
 * Reads the days of a client whose reviews were refused. A read of the scope does not show them.
 *
 * @returns READ, or why a day was not read. A day that the coach cannot reach any more stays unread.
 */
export async function refreshRefusedDays(
  context: DayContext,
  scopeId: string,
): Promise<"READ" | "OFFLINE" | "SIGN_IN"> {
  const reviews = await refusedReviews(context.core, scopeId);
  const dates = reviews.flatMap(({ payload }) =>
    payload === null ? [] : (textAt(payload, "localDate") ?? []),
  );
  for (const localDate of new Set(dates)) {
    const outcome = await refreshDay(context, { scopeId, localDate });
    if (outcome === "OFFLINE" || outcome === "SIGN_IN") return outcome;
  }
  return "READ";
}
