import type { TaskStatus } from "../../../contract/agenda/vocabulary.ts";

/** What becomes of a task that a submitted session is of. */
export type Met =
  | "COMPLETES"
  /** Completes the workout that stands on that day in its place, if there is one. */
  | "COMPLETES_ANOTHER"
  /** Completes it if the session began before its day closed. */
  | "IS_EVIDENCE"
  | "TASK_CANCELED"
  | "SESSION_ALREADY_SUBMITTED";

/**
 * What a submit meets, by how its task stands; `NONE` is one that was never made (docs/rooms/workouts.md#submit). A
 * day that is closed takes what it completes as evidence only.
 */
export const SUBMIT_MEETS: Readonly<Record<TaskStatus | "NONE", Met>> = {
  PENDING: "COMPLETES",
  IN_PROGRESS: "COMPLETES",
  SKIPPED: "COMPLETES",
  MISSED: "IS_EVIDENCE",
  SUPERSEDED: "COMPLETES_ANOTHER",
  NONE: "COMPLETES_ANOTHER",
  CANCELED: "TASK_CANCELED",
  COMPLETED: "SESSION_ALREADY_SUBMITTED",
};
