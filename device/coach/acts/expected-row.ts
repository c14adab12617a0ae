import type { CoachTaskItem } from "../../wire/inbox-types.ts";
import type { ExpectedRow } from "../types.ts";
import { plannedAct } from "./planned-act.ts";
import type { PendingAct } from "./pending-acts.ts";
import { type ActContext, predictAct } from "./predict-act.ts";
import { type PredictedRow, predictedRow } from "./predicted-row.ts";

/** A row with all pending acts applied in local order. */
export function applyActs(
  item: CoachTaskItem,
  acts: readonly PendingAct[],
  context: Omit<ActContext, "actedAt">,
): AppliedActs {
  const pending = acts.filter(({ plane }) => plane !== "REFUSED");
  const accepted = predictedRow(item);
  let row = accepted;
  let sure = accepted !== null;
  for (const act of pending) {
    if (row === null) break;
    const planned = act.payload === null ? null : plannedAct(act.operationType, act.payload);
    const actedAt = new Date(act.recordedAt);
    const prediction = planned === null ? null : predictAct(row, planned, { ...context, actedAt });
    // An expected refusal changes nothing: the server decides.
    if (prediction?.kind === "LIKELY") row = prediction.row;
    if (prediction === null || prediction.kind === "UNSURE") sure = false;
    else if (prediction.kind === "LIKELY") sure = sure && prediction.sure;
  }
  return { row, sure, isChanged: pending.length > 0 };
}

/** The outcome of the pending acts on a row. */
export interface AppliedActs {
  /** Null if this version does not know a value of the row. */
  readonly row: PredictedRow | null;
  readonly sure: boolean;
  /** Whether any act is pending. */
  readonly isChanged: boolean;
}

/** The expected row as an app shows it; null if nothing is pending. */
export function expectedRow(item: CoachTaskItem, applied: AppliedActs): ExpectedRow | null {
  const { row, sure, isChanged } = applied;
  if (!isChanged) return null;
  if (row === null)
    return {
      status: item.status,
      snoozedUntil: item.snoozedUntil,
      isPinned: item.score.pin > 0,
      sure,
    };
  const { status, isPinned, snoozedUntil } = row;
  const sleepsUntil = status === "SNOOZED" ? (snoozedUntil?.toISOString() ?? null) : null;
  return { status, isPinned, snoozedUntil: sleepsUntil, sure };
}
