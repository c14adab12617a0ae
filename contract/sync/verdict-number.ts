import type { FinalStatus } from "./vocabulary.ts";

/** The number of a final verdict; null is the code of an accepted operation. */
export function verdictNumber(code: string | null): number {
  const number = byCode.get(code ?? "ACCEPTED");
  if (number === undefined) throw new Error(`${code} has no number of a verdict`);
  return number;
}

/** A final verdict with its number in receipts. */
export interface NumberedVerdict {
  readonly number: number;
  readonly status: FinalStatus;
  /** Narrower code; for an accepted operation, the status. */
  readonly code: string;
}

const accepted = { status: "ACCEPTED" } as const;
const conflict = { status: "CONFLICT" } as const;
const rejected = { status: "REJECTED" } as const;

/**
 * Numbers of the final verdicts. A receipt is kept for the life of an account, so it stores a number instead of
 * words. A number is never reused, and stays in this list when its code is retired.
 */
export const NUMBERED_VERDICTS = [
  { number: 1, code: "ACCEPTED", ...accepted },
  { number: 2, code: "STALE_REVISION", ...conflict },
  { number: 3, code: "REVISION_AHEAD", ...conflict },
  { number: 4, code: "TASK_SUPERSEDED", ...conflict },
  { number: 5, code: "TASK_CANCELED", ...conflict },
  { number: 6, code: "TASK_CLOSED", ...rejected },
  { number: 7, code: "ITEM_CLOSED", ...rejected },
  { number: 8, code: "UNDO_WINDOW_CLOSED", ...rejected },
  { number: 9, code: "ALREADY_UNDONE", ...rejected },
  { number: 10, code: "UNDO_SUPERSEDED", ...rejected },
  { number: 11, code: "OPERATION_QUARANTINED", ...rejected },
  { number: 12, code: "PAYLOAD_INVALID", ...rejected },
  { number: 13, code: "PAYLOAD_FORBIDDEN_CONTENT", ...rejected },
  { number: 14, code: "PAYLOAD_NOT_IJSON", ...rejected },
  { number: 15, code: "CHECKSUM_MISMATCH", ...rejected },
  { number: 16, code: "OPERATION_ID_REUSED", ...rejected },
  { number: 17, code: "ACTOR_NOT_ALLOWED", ...rejected },
  { number: 18, code: "EXPECTED_REVISION_MISSING", ...rejected },
  { number: 19, code: "TASK_UNKNOWN", ...rejected },
  { number: 20, code: "ITEM_UNKNOWN", ...rejected },
  { number: 21, code: "ACTION_NOT_OFFERED", ...rejected },
  { number: 22, code: "CONFIRMATION_REQUIRED", ...rejected },
  { number: 23, code: "NOTHING_TO_COMPLETE", ...rejected },
  { number: 24, code: "VALUE_OUT_OF_RANGE", ...rejected },
  { number: 25, code: "METRIC_MISMATCH", ...rejected },
  { number: 26, code: "VALUE_DUPLICATE_TIMESTAMP", ...rejected },
  { number: 27, code: "FORM_UNKNOWN", ...rejected },
  { number: 28, code: "FORM_CLOSED", ...rejected },
  { number: 29, code: "ANSWER_INVALID", ...rejected },
  { number: 30, code: "UNDO_TARGET_UNKNOWN", ...rejected },
  { number: 31, code: "ATTACHMENT_NOT_ALLOWED", ...rejected },
  { number: 32, code: "DEPENDENCY_REFUSED", ...rejected },
  { number: 33, code: "LOCAL_ID_UNKNOWN", ...rejected },
  { number: 34, code: "NOTHING_TO_RESUBMIT", ...rejected },
  { number: 35, code: "OPERATION_SUPERSEDED", ...rejected },
  { number: 36, code: "RELATIONSHIP_ENDED", ...rejected },
  { number: 37, code: "STRUCTURED_LOG_REQUIRED", ...rejected },
  { number: 38, code: "VALUE_TYPE_MISMATCH", ...rejected },
  { number: 39, code: "VALUE_TOO_PRECISE", ...rejected },
  { number: 40, code: "CHOICE_NOT_OFFERED", ...rejected },
  { number: 41, code: "METRIC_NOT_IMPORTABLE", ...rejected },
  { number: 42, code: "IMPORT_DAY_OUT_OF_RANGE", ...rejected },
  { number: 43, code: "IMPORT_WINDOW_INVALID", ...rejected },
  { number: 44, code: "INPUT_REQUIRED", ...rejected },
  { number: 45, code: "SNOOZE_LIMIT", ...rejected },
  { number: 46, code: "DUE_WINDOW_CLOSED", ...rejected },
  { number: 47, code: "PACKAGE_UNKNOWN", ...rejected },
  { number: 48, code: "PACKAGE_EXPIRED", ...rejected },
  { number: 49, code: "EXERCISE_UNKNOWN", ...rejected },
  { number: 50, code: "MODALITY_MISMATCH", ...rejected },
  { number: 51, code: "ALTERNATIVE_NOT_APPROVED", ...rejected },
  { number: 52, code: "SKIP_NOT_ALLOWED", ...rejected },
  { number: 53, code: "SESSION_FOREIGN", ...rejected },
  { number: 54, code: "SESSION_DISCARDED", ...rejected },
  { number: 55, code: "SESSION_NOT_SUBMITTED", ...rejected },
  { number: 56, code: "CORRECTION_CLOSED", ...rejected },
  { number: 57, code: "SNAPSHOT_SUPERSEDED", ...conflict },
  { number: 58, code: "SESSION_ALREADY_SUBMITTED", ...conflict },
  { number: 59, code: "COACH_TASK_UNKNOWN", ...rejected },
  { number: 60, code: "STATE_CONFLICT", ...conflict },
  { number: 61, code: "RESOLUTION_NOT_ALLOWED", ...rejected },
  { number: 62, code: "NOTE_REQUIRED", ...rejected },
  { number: 63, code: "SNOOZE_NOT_ALLOWED", ...rejected },
  { number: 64, code: "SOURCE_FORBIDDEN", ...rejected },
  { number: 65, code: "DAY_UNKNOWN", ...rejected },
  { number: 66, code: "TASK_NEVER_SHOWN", ...rejected },
] as const satisfies readonly NumberedVerdict[];

/** Number of ACCEPTED. */
export const ACCEPTED_NUMBER = NUMBERED_VERDICTS[0].number;

const byCode = new Map<string, number>(NUMBERED_VERDICTS.map(({ code, number }) => [code, number]));
const byNumber = new Map<number, NumberedVerdict>(
  NUMBERED_VERDICTS.map((verdict) => [verdict.number, verdict]),
);

/**
 * The verdict with a stored number. A negative number also means that another operation replaced this one; no other
 * column records that.
 */
export function verdictOf(stored: number): NumberedVerdict & { readonly replaced: boolean } {
  const verdict = byNumber.get(Math.abs(stored));
  if (verdict === undefined) throw new Error(`No verdict has the number ${stored}`);
  return { ...verdict, replaced: stored < 0 };
}
