import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { ReminderCadence } from "../../contract/onboarding/vocabulary.ts";
import type { RelationshipZone } from "../relationships/relationship-zone.ts";
import { nextReminder, resumedFrom } from "./next-reminder.ts";
import { type RemindedTask, reminderDaysOf } from "./reminder-days.ts";

/**
 * The reminders of a task after a status change of its relationship. Paused: none. Resumed: they continue today or
 * tomorrow, never on a day decided before. Ended: none.
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

/** Whether a task has reminders, from which local day, and when the next is due. */
interface ReminderPlan {
  readonly reminderCadence: ReminderCadence | null;
  readonly remindersFrom: string | null;
  readonly nextReminderAt: Date | null;
}

const NO_REMINDERS: ReminderPlan = {
  reminderCadence: null,
  remindersFrom: null,
  nextReminderAt: null,
};
