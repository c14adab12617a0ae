import { hash } from "node:crypto";
import type { TaskKind } from "../../contract/agenda/kinds/task-definitions.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { StoredTask } from "../../rules/agenda/agenda-task.ts";

interface Behaviour {
  /** Writes messages that need a reply on the last days. */
  readonly writes?: boolean;
  /** Skips tasks of one kind, on that percentage of days and on the last ones. */
  readonly skips?: {
    readonly reason: SkipReason;
    readonly kind: TaskKind;
    readonly percent: number;
  };
  /** Has sent nothing for this many days. */
  readonly silentDays?: number;
  /** The phone is online once in this many days, and then sends all of them. */
  readonly offlineDays?: number;
  /** Submits the last workouts from two phones. */
  readonly trainsTwice?: boolean;
}

/** The behaviour of the client at a position, from 0. */
export const behaviourAt = (place: number): Behaviour =>
  BEHAVIOURS[place % BEHAVIOURS.length] ?? {};

/**
 * Whether a client does a task on a day, or why they skip it. The first client does
 * everything and leaves today to whoever tries the demo.
 * Equal arguments give equal answers.
 *
 * @param daysLeft days until the present one.
 */
export function doneBy(place: number, daysLeft: number, task: StoredTask): boolean | SkipReason {
  if (place === 0 && daysLeft === 0) return false;
  const drawn = drawnPercent(`${place} ${task.localDate} ${task.snapshot.title}`);
  const { skips } = behaviourAt(place);
  if (skips?.kind === task.taskKind && (drawn < skips.percent || daysLeft < SKIPS_LAST_DAYS))
    return skips.reason;
  return place === 0 || drawn < DONE_PERCENT;
}

/** Whether a client's phone sends nothing on a day. */
export function isOffline(place: number, daysLeft: number): boolean {
  const { silentDays = 0, offlineDays = 1 } = behaviourAt(place);
  return daysLeft < silentDays || daysLeft % offlineDays !== 0;
}

/** How clients behave, by position: each group of ten has one of each. The first one is whom people try. */
const BEHAVIOURS: readonly Behaviour[] = [
  {},
  { writes: true },
  { skips: { reason: "PAIN_OR_INJURY", kind: "HABIT", percent: 3 } },
  { silentDays: 16 },
  { offlineDays: 3 },
  { trainsTwice: true },
  { skips: { reason: "FOOD_UNAVAILABLE", kind: "MEAL", percent: 15 } },
  { skips: { reason: "EQUIPMENT_UNAVAILABLE", kind: "WORKOUT", percent: 20 } },
  { skips: { reason: "BUSY", kind: "HABIT", percent: 40 } },
  {},
];

const DONE_PERCENT = 88;
const SKIPS_LAST_DAYS = 3;

const drawnPercent = (text: string) => (hash("sha1", text, "buffer").readUInt16BE() * 100) >> 16;
