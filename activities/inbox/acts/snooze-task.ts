import type { SnoozePreset } from "../../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { getCoachTimezone, listNextCheckInDates } from "../../../db/inbox/next-check-in.ts";
import type { Tx } from "../../../db/transact.ts";
import { isSnoozable, presetUntil } from "../../../rules/inbox/snooze-until.ts";
import { localDateOf, startOfLocalDay } from "../../../rules/local-day.ts";
import { zoneAt } from "../../../rules/relationships/relationship-zone.ts";
import { UNSNOOZED } from "../apply-outcome.ts";
import type { Actor, TaskAct } from "./act-on-task.ts";
import { change, type TaskAtHand } from "./begin-task-act.ts";

/** Until when a coach puts a task off. */
export interface Snooze {
  readonly until: { readonly preset: SnoozePreset } | { readonly at: Date };
  readonly reason: string | null;
}

/**
 * Puts a task off; what is HIGH or URGENT cannot be. Refuses with SNOOZE_NOT_ALLOWED (no check-in is planned) and
 * VALIDATION_FAILED (an instant that is over, or more than 90 days ahead).
 */
export const snoozing = ({ until, reason: snoozeReason }: Snooze): TaskAct => ({
  act: "SNOOZE",
  begin: async (reading, tasks, actor) => {
    const untilOf =
      "at" in until ? () => until.at : await presetTimes(reading, tasks, actor, until.preset);
    const snoozePreset = "preset" in until ? until.preset : null;
    return (tx, atHand) => {
      const snoozedUntil = untilOf(atHand);
      if (snoozedUntil === null) throw new Refusal("SNOOZE_NOT_ALLOWED");
      if ("at" in until && !isSnoozable(until.at, atHand.now)) throw refuseInstant();
      const away = { snoozedUntil, snoozePreset, snoozeReason };
      change(tx, atHand, { status: "SNOOZED", ...away, reopenReason: null });
      return { type: "snoozed" };
    };
  },
});

/** An instant that nobody can snooze until. */
export function refuseInstant(): Refusal {
  const message = "Within the next 90 days, on the web";
  return new Refusal("VALIDATION_FAILED", {
    errors: [{ pointer: "/snoozedUntil", code: "custom", message }],
  });
}

/** When a preset is over, by the coach's clock or the client's next check-in. Two statements. */
async function presetTimes(
  tx: Tx,
  tasks: readonly TaskAtHand[],
  { byUserId }: Actor,
  preset: SnoozePreset,
): Promise<(atHand: TaskAtHand) => Date | null> {
  const coachTimezone = await getCoachTimezone(tx, byUserId);
  const asked = preset === "NEXT_CHECK_IN" ? tasks : [];
  const todays = asked.map(({ relationship, now }) => ({
    relationshipId: relationship.id,
    localDate: localDateOf(now, zoneAt(relationship, now)),
  }));
  const dates = await listNextCheckInDates(tx, todays);
  return ({ relationship, now }) => {
    const date = dates.get(relationship.id);
    const zone = zoneAt(relationship, now);
    const nextCheckInAt = date === undefined ? null : startOfLocalDay(date, zone);
    return presetUntil(preset, now, { coachTimezone, nextCheckInAt });
  };
}

/** Takes a snooze back. */
export const UNSNOOZING: TaskAct = {
  act: "UNSNOOZE",
  begin: async () => (tx, atHand) => {
    change(tx, atHand, { status: "OPEN", ...UNSNOOZED, reopenReason: "UNDONE" });
    return { type: "reopened", metadata: { reopenReason: "UNDONE" } };
  },
};
