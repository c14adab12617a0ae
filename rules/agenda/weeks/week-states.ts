import type { WeekDayState, WeekTaskState } from "../../../contract/agenda/weeks-vocabulary.ts";
import { adherenceOf, type CountableTask } from "../adherence.ts";

/** The state of a task in a client's weeks (docs/rooms/agenda.md#weeks). Adherence says which part of it is done. */
export function weekTaskState(task: CountableTask): WeekTaskState {
  const { status } = task;
  switch (status) {
    case "PENDING":
      return "OPEN";
    case "IN_PROGRESS":
      return "BEGUN";
    case "CANCELED":
      return "CANCELLED";
    case "SUPERSEDED":
      return "SUPERSEDED";
    case "COMPLETED":
      return isPartial(task) ? "PARTIAL" : "DONE";
    case "SKIPPED":
    case "MISSED":
      return isPartial(task) ? "PARTIAL" : status;
  }
}

function isPartial(task: CountableTask): boolean {
  const { score } = adherenceOf(task);
  return score > 0 && score < 1;
}

/** How many tasks of a day have each state. */
export type WeekCounts = Readonly<Record<WeekTaskState, number>>;

/** Counts the states of a day's tasks. */
export function countStates(states: readonly WeekTaskState[]): WeekCounts {
  const count = (wanted: WeekTaskState) => states.filter((state) => state === wanted).length;
  return {
    OPEN: count("OPEN"),
    BEGUN: count("BEGUN"),
    DONE: count("DONE"),
    PARTIAL: count("PARTIAL"),
    SKIPPED: count("SKIPPED"),
    MISSED: count("MISSED"),
    CANCELLED: count("CANCELLED"),
    SUPERSEDED: count("SUPERSEDED"),
  };
}

/**
 * The state of a whole day. While a task is open, the day is begun once anything was done or skipped. Closed tasks
 * that differ make it partial if any of it was done, else missed. Withdrawn tasks do not matter.
 */
export function weekDayState(counts: WeekCounts, notOffered: boolean): WeekDayState {
  const { OPEN, BEGUN, DONE, PARTIAL, SKIPPED, MISSED } = counts;
  const closed = DONE + PARTIAL + SKIPPED + MISSED;
  if (OPEN + BEGUN + closed === 0) return "NOTHING_PLANNED";
  if (OPEN + BEGUN > 0) return BEGUN + closed === 0 ? "OPEN" : "BEGUN";
  if (notOffered && DONE + PARTIAL === 0) return "NOT_OFFERED";
  if (DONE === closed) return "DONE";
  if (DONE + PARTIAL > 0) return "PARTIAL";
  return SKIPPED === closed ? "SKIPPED" : "MISSED";
}
