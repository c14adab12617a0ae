import type { CoachReviewHint } from "../../contract/quick-log/today-schema.ts";
import {
  countInWindow,
  routeSkips,
  SKIP_THRESHOLDS,
  skipGroupOf,
  type SkipOccurrence,
} from "./route-skips.ts";

/**
 * Whether a skip reaches the coach, as reported to its client at once
 * (docs/rooms/quick-log.md#skips-that-reach-the-coach). Settlement uses the same rule.
 *
 * @param skips the valid skips around its day, including this one. If it is missing, nothing was skipped.
 */
export function coachReviewHint(
  receiptId: string | null,
  skips: readonly Omit<SkipOccurrence, "isNew">[],
): CoachReviewHint {
  const own = skips.find((skip) => skip.receiptId === receiptId);
  if (own === undefined) return { kind: "NONE", count: 0, of: 0 };
  const group = skipGroupOf(own.reason);
  const alike = skips
    .filter(
      (skip) => skipGroupOf(skip.reason) === group && skip.sourceContext === own.sourceContext,
    )
    .map((skip) => ({ ...skip, isNew: skip.receiptId === receiptId }));
  const kind = routeSkips(alike).length > 0 ? "AT_ONCE" : "COUNTED";
  return { kind, count: countInWindow(own, alike), of: SKIP_THRESHOLDS[group] };
}
