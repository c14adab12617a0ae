import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { ReminderCadence } from "../../contract/onboarding/vocabulary.ts";
import type { RelationshipZone } from "../relationships/relationship-zone.ts";
import { nextReminder, resumedFrom } from "./next-reminder.ts";
import { type RemindedTask, reminderDaysOf } from "./reminder-days.ts";

/** Whether, from which local day on, and when next a task is reminded of. */
interface ReminderPlan {
  readonly reminderCadence: ReminderCadence | null;
  readonly remindersFrom: string | null;
  readonly nextReminderAt: Date | null;
}

/**
 * The reminders of a task once its relationship has come to a status: paused, the next one is off;
 * resumed, they go on today or tomorrow, never on a day that was decided before; ended, there are none.
 */
export function remindersAfter(
  task: ReminderPlan & RemindedTask,
  moved: {
    readonly to: RelationshipStatus;
    readonly now: Date;
    readonly zone: RelationshipZone;
  },
): ReminderPlan {
  const { to, now, zone } = moved;
  const { reminderCadence, remindersFrom } = task;
  if (to === "ENDED" || reminderCadence === null || remindersFrom === null) return NO_REMINDERS;
  if (to === "PAUSED") return { reminderCadence, remindersFrom, nextReminderAt: null };
  const earliest = resumedFrom(now, zone);
  const from = remindersFrom > earliest ? remindersFrom : earliest;
  const next = nextReminder({ from, zone, days: reminderDaysOf(task, zone) });
  if (next === null) return NO_REMINDERS;
  return { reminderCadence, remindersFrom: next.from, nextReminderAt: next.at };
}

const NO_REMINDERS: ReminderPlan = {
  reminderCadence: null,
  remindersFrom: null,
  nextReminderAt: null,
};
