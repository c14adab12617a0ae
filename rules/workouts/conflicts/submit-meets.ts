import type { TaskStatus } from "../../../contract/agenda/vocabulary.ts";

/**
 * The effect of a submit by the status of its task; `NONE` means the task was never made
 * (docs/rooms/workouts.md#submit). On a closed day a completion is evidence only.
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

/** The effect of a submitted session on its task. */
export type Met =
  | "COMPLETES"
  /** Completes the workout that replaced it on that day, if there is one. */
  | "COMPLETES_ANOTHER"
  /** Completes it if the session began before its day closed. */
  | "IS_EVIDENCE"
  | "TASK_CANCELED"
  | "SESSION_ALREADY_SUBMITTED";
