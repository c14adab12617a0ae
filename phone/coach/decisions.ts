import { TASK_TYPES } from "../../contract/inbox/source-vocabulary.ts";
import {
  DISMISS_REASONS,
  type DismissReason,
  RESOLUTION_TYPES,
  type ResolutionType,
} from "../../contract/inbox/vocabulary.ts";
import type { InboxAct } from "../../device/coach/act-types.ts";

/** An act that a coach explains: with an outcome or a reason, and with a note. */
export type Decision = "REVIEW" | "RESOLVE" | "DISMISS";

/** The outcomes that a coach chooses from; none for a review. The server allows more for some sources. */
export function choicesOf(decision: Decision, taskType: string): readonly Choice[] {
  if (decision === "REVIEW") return [];
  if (decision === "DISMISS") return DISMISS_REASONS;
  const own: readonly ResolutionType[] = isKnown(taskType) ? TASK_TYPES[taskType].resolutions : [];
  return [...own, "NOT_RELEVANT", "DUPLICATE"];
}

export type Choice = ResolutionType | DismissReason;

/** The act of a filled form. Null if the choice is missing or does not fit. */
export function decidedAct(
  decision: Decision,
  taskId: string,
  { choice, note }: Written,
): InboxAct | null {
  const noted = note.trim() === "" ? {} : { note: note.trim() };
  if (decision === "REVIEW") return { act: "REVIEW", taskId, ...noted };
  if (decision === "RESOLVE") {
    const resolutionType = RESOLUTION_TYPES.find((one) => one === choice);
    return resolutionType === undefined
      ? null
      : { act: "RESOLVE", taskId, resolutionType, ...noted };
  }
  const dismissReason = DISMISS_REASONS.find((one) => one === choice);
  return dismissReason === undefined ? null : { act: "DISMISS", taskId, dismissReason, ...noted };
}

/** Whether the outcome must be explained in a note. */
export function needsNote({ choice, note }: Written): boolean {
  return choice === "HANDLED_OUTSIDE_APP" && note.trim() === "";
}

/** The coach's choice and note so far. */
export interface Written {
  readonly choice: string;
  readonly note: string;
}

function isKnown(taskType: string): taskType is keyof typeof TASK_TYPES {
  return Object.hasOwn(TASK_TYPES, taskType);
}
