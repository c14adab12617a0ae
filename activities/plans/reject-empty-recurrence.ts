import type { PlanContent } from "../../contract/plans/content-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { localDateOf } from "../../rules/local-day.ts";
import { everFalls, withoutEnd } from "../../rules/plans/recurrence-dates.ts";

/**
 * Refuses a plan whose recurrence, started today, has no date within five years (docs/rooms/plans.md#recurrence).
 *
 * @param at pointer of the content.
 * @throws Refusal VALIDATION_FAILED naming the rule.
 */
export function rejectEmptyRecurrence(content: PlanContent, now: Date, at: string): void {
  if (content.kind === "PROGRAM") return;
  if (everFalls(content.recurrence, localDateOf(now, "UTC"))) return;
  const message = "Has no date within five years from today";
  throw new Refusal("VALIDATION_FAILED", {
    errors: [{ pointer: `${at}/recurrence/rrule`, code: "never_falls", message }],
  });
}

/**
 * The same for a draft. Its last day may have passed, because a draft can still be changed.
 *
 * @throws Refusal VALIDATION_FAILED naming the rule.
 */
export function rejectEmptyDraft(content: PlanContent, now: Date): void {
  if (content.kind === "PROGRAM") return;
  const recurrence = withoutEnd(content.recurrence);
  rejectEmptyRecurrence({ ...content, recurrence }, now, "/content");
}
