import { SOURCES } from "../../../contract/inbox/source-vocabulary.ts";
import type {
  CoachTaskStatus,
  DismissReason,
  ResolutionType,
  SnoozePreset,
} from "../../../contract/inbox/vocabulary.ts";
import {
  judgeAct,
  judgeDismissal,
  judgeResolution,
  statusAt,
} from "../../../rules/inbox/judge-act.ts";
import { presetUntil } from "../../../rules/inbox/preset-until.ts";
import { isUnresolved } from "../../../rules/inbox/settle-case.ts";
import type { InboxAct } from "../act-types.ts";
import type { PredictedRow } from "./predicted-row.ts";

/**
 * Decides an act on this device by the server's own rules. The result is a prediction: only the server decides. Facts
 * that only the server has, such as whether the source still needs a coach, stay unsure.
 */
export function predictAct(row: PredictedRow, act: PlannedAct, context: ActContext): ActPrediction {
  // While the client is paused every act waits on the device, and the rules apply to the row of that later day.
  if (row.clientStatus === "PAUSED") return UNSURE;
  const status = statusAt(row, context.actedAt);
  const awake = { ...row, status };
  const dismissReason = act.act === "DISMISS" ? act.dismissReason : null;
  const refusal = judgeAct(awake, act.act, dismissReason);
  if (refusal !== null) return refused(refusal);
  switch (act.act) {
    case "START":
      // If the source needs nobody any more, the server resolves the task instead.
      return { ...likely(awake, { status: "IN_PROGRESS", snoozedUntil: null }), sure: false };
    case "UNSNOOZE":
      return likely(awake, { status: "OPEN", snoozedUntil: null });
    case "PIN":
    case "UNPIN":
      return likely(row, { isPinned: act.act === "PIN" });
    case "RESOLVE":
      return resolve(awake, act);
    case "REVIEW":
      return review(awake, act);
    case "DISMISS":
      return dismiss(awake, act, context);
    case "SNOOZE":
      return snooze(awake, act, context);
    case "UNDO":
      return undo(awake, context);
  }
}

/** An act by its own fields; the payload of a stored operation is one too. */
export type PlannedAct = InboxAct extends infer Act
  ? Act extends InboxAct
    ? Omit<Act, "callId" | "taskId" | "expectedRevision" | "resubmitOf">
    : never
  : never;

/** Inputs of a prediction in addition to the row. */
export interface ActContext {
  readonly actedAt: Date;
  /** Null until the coach's account was read. */
  readonly coachTimezone: string | null;
  /** Another row of this device; null if it has none of this id. */
  readonly findRow: (taskId: string) => PredictedRow | null;
}

/** The decision of the rules. UNSURE: this device lacks data that they need. */
export type ActPrediction =
  | {
      readonly kind: "LIKELY";
      readonly row: PredictedRow;
      /** False if the verdict is likely, but the resulting row is not certain. */
      readonly sure: boolean;
    }
  | { readonly kind: "REFUSED"; readonly code: string }
  | { readonly kind: "UNSURE" };

const UNSURE: ActPrediction = { kind: "UNSURE" };

type Planned<Name extends PlannedAct["act"]> = Extract<PlannedAct, { act: Name }>;

function likely(row: PredictedRow, changes: Partial<PredictedRow>) {
  return { kind: "LIKELY", row: { ...row, ...changes }, sure: true } as const;
}

function refused(code: string): ActPrediction {
  return { kind: "REFUSED", code };
}

function closed(row: PredictedRow, status: CoachTaskStatus): ActPrediction {
  const { status: former, snoozedUntil } = row;
  return likely(row, { status, statusBefore: { status: former, snoozedUntil } });
}

function resolve(row: PredictedRow, act: Planned<"RESOLVE">): ActPrediction {
  const resolutionType: ResolutionType = act.resolutionType;
  const refusal = judgeResolution(row, resolutionType, act.note ?? null);
  return refusal === null ? closed(row, "RESOLVED") : refused(refusal);
}

function review(row: PredictedRow, { submissionIds }: Planned<"REVIEW">): ActPrediction {
  if (SOURCES[row.sourceKind].reviewedAs === null) return refused("RESOLUTION_NOT_ALLOWED");
  if (submissionIds !== undefined && row.sourceKind !== "FORM")
    return refused("RESOLUTION_NOT_ALLOWED");
  if (!row.mayOpen) return refused("SOURCE_FORBIDDEN");
  // Forms that are left out keep the task open, and only the server knows them all.
  if (submissionIds !== undefined) return UNSURE;
  // No undo returns from a review.
  return likely(row, { status: "RESOLVED", undoUntil: null, statusBefore: null });
}

function dismiss(
  row: PredictedRow,
  act: Planned<"DISMISS">,
  { findRow }: ActContext,
): ActPrediction {
  const reason: DismissReason = act.dismissReason;
  const { note = null, untilOccurrences = null, duplicateOf = null } = act;
  const refusal = judgeDismissal(row.severity, reason, { note, untilOccurrences });
  if (refusal !== null) return refused(refusal);
  if (duplicateOf === null) return closed(row, "DISMISSED");
  const other = findRow(duplicateOf);
  if (other === null) return UNSURE;
  if (other.relationshipId !== row.relationshipId) return refused("COACH_TASK_UNKNOWN");
  const isOpen = other.taskId !== row.taskId && isUnresolved(other.status);
  return isOpen ? closed(row, "DISMISSED") : refused("STATE_CONFLICT");
}

function snooze(row: PredictedRow, act: Planned<"SNOOZE">, context: ActContext): ActPrediction {
  const preset: SnoozePreset = act.snoozePreset;
  const { actedAt, coachTimezone } = context;
  // The device does not know the client's plans.
  if (preset === "NEXT_CHECK_IN") return UNSURE;
  if (preset === "TOMORROW_MORNING" && coachTimezone === null) return UNSURE;
  const zone = { coachTimezone: coachTimezone ?? "UTC", nextCheckInAt: null };
  return likely(row, { status: "SNOOZED", snoozedUntil: presetUntil(preset, actedAt, zone) });
}

/** The server also asks the source, and whether the case has another task. */
function undo(row: PredictedRow, { actedAt }: ActContext): ActPrediction {
  const { statusBefore, undoUntil } = row;
  if (statusBefore !== null)
    return { ...likely(row, { ...statusBefore, statusBefore: null }), sure: false };
  if (undoUntil === null || undoUntil <= actedAt) return refused("STATE_CONFLICT");
  return UNSURE;
}
