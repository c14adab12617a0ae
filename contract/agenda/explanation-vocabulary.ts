/** Explanation of a task's state if its status alone does not explain it (docs/rooms/agenda.md#coach-summary). */
export const TASK_EXPLANATION_CODES = [
  "MISSED_UNTOUCHED",
  "MISSED_IN_PART",
  "MISSED_UNFINISHED",
  "MISSED_NOT_OFFERED",
  "MISSED_TAKEN_BACK",
  "SUPERSEDED",
  "CANCELED_BY_SOURCE",
  "CANCELED_BY_PAUSE",
  "CANCELED_BY_END",
  "ASKED_LATER",
  "CAME_LATE",
] as const;
export type TaskExplanationCode = (typeof TASK_EXPLANATION_CODES)[number];

/** The sentence that a coach reads for each code. */
export const TASK_EXPLANATIONS: Readonly<Record<TaskExplanationCode, string>> = {
  MISSED_UNTOUCHED: "Nothing was logged for it before its day closed.",
  MISSED_IN_PART: "Only a part of it was done when its day closed.",
  MISSED_UNFINISHED: "It was begun and not finished when its day closed.",
  MISSED_NOT_OFFERED: "Its day was opened too late for the client to be asked; it does not count.",
  MISSED_TAKEN_BACK: "What had been logged for it was taken back after its day had closed.",
  SUPERSEDED: "Something else was planned in its place.",
  CANCELED_BY_SOURCE: "What it came from was taken back.",
  CANCELED_BY_PAUSE: "Its plan was paused.",
  CANCELED_BY_END: "The relationship ended while it was open.",
  ASKED_LATER: "Its form was not due yet and was asked for again on the next day.",
  CAME_LATE: "It was recorded before its day closed and came afterwards.",
};
