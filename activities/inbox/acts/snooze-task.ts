import type { SnoozePreset } from "../../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { isSnoozable } from "../../../rules/inbox/preset-until.ts";
import { UNSNOOZED } from "../apply-outcome.ts";
import { refuseField } from "./refuse-field.ts";
import type { TaskAct } from "./task-act.ts";
import { change } from "./loaded-task.ts";

/**
 * Snoozes a task, unless it is HIGH or URGENT. A preset counts from when the coach acted; if it is over when the
 * server receives it, the task stays awake. Refuses with SNOOZE_NOT_ALLOWED (no check-in is planned) and
 * VALIDATION_FAILED (an instant that is over, or more than 90 days ahead).
 */
export const snoozeTask = ({ until, reason: snoozeReason }: Snooze): TaskAct => ({
  act: "SNOOZE",
  needs: "preset" in until ? { preset: until.preset } : {},
  decide(loaded, known) {
    const snoozedUntil = "at" in until ? until.at : known.presetUntil(loaded, until.preset);
    if (snoozedUntil === null)
      throw refuseField("SNOOZE_NOT_ALLOWED", "/snoozePreset", NO_CHECK_IN);
    if ("at" in until && !isSnoozable(until.at, loaded.now)) throw refuseInstant();
    const snoozePreset = "preset" in until ? until.preset : null;
    const away = { snoozedUntil, snoozePreset, snoozeReason };
    change(loaded, { status: "SNOOZED", ...away, reopenReason: null });
    return { type: "snoozed" };
  },
});

const NO_CHECK_IN = "No check-in of this client is planned in the next two months.";

/** The end of a snooze. */
export interface Snooze {
  readonly until: { readonly preset: SnoozePreset } | { readonly at: Date };
  readonly reason: string | null;
}

/** Refuses an instant that no snooze may end at. */
export function refuseInstant(): Refusal {
  const message = "Within the next 90 days, on the web";
  return new Refusal("VALIDATION_FAILED", {
    errors: [{ pointer: "/snoozedUntil", code: "custom", message }],
  });
}

/** Ends a snooze. */
export const UNSNOOZE_TASK: TaskAct = {
  act: "UNSNOOZE",
  decide(loaded) {
    change(loaded, { status: "OPEN", ...UNSNOOZED, reopenReason: "UNDONE" });
    return { type: "reopened", metadata: { reopenReason: "UNDONE" } };
  },
};
