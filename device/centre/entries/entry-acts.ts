import { QUICK_LOG_ACTIONS } from "../../../contract/agenda/task-actions.ts";
import type { CentreEntry, EntryAct } from "../types.ts";

/**
 * Acts that a person can choose for an entry: those that its receipt allows, mapped to acts of this device. A conflict
 * must be read before it can be resolved. RETRY needs no act, because the device resends the entry by itself.
 */
export function entryActs(entry: Omit<CentreEntry, "acts">): readonly EntryAct[] {
  if (entry.undoUntil !== null) return ["UNDO_DISCARD"];
  const isWorkout = isOfWorkout(entry.operationType);
  const isUnreadable = entry.wait?.reason === "UNREADABLE";
  if (entry.status === "QUEUED") return isWorkout && !isUnreadable ? ["OPEN_WORKOUT"] : ["DISCARD"];
  if (entry.group !== "ATTENTION") return [];
  return isWorkout ? workoutActs(entry) : refusedActs(entry);
}

/** A workout is a draft of many operations, which only its own screen resolves. */
export function isOfWorkout(operationType: string): boolean {
  return operationType.startsWith("workout.");
}

type Refused = Pick<CentreEntry, "operationType" | "payload" | "said" | "changed" | "status">;

function refusedActs(entry: Refused): readonly EntryAct[] {
  const allowed = allowedOf(entry);
  const isUnread = entry.changed?.isRead === false;
  return [
    ...(isUnread ? [] : resubmitActs(entry)),
    ...(allowed.includes("REFRESH") ? (["REFETCH"] as const) : []),
    ...(allowed.includes("DISCARD") ? (["DISCARD"] as const) : []),
  ];
}

function workoutActs(entry: Refused): readonly EntryAct[] {
  const allowed = allowedOf(entry);
  const canDiscard = entry.status === "REJECTED" && allowed.includes("DISCARD");
  return [
    "OPEN_WORKOUT",
    ...(allowed.includes("REFRESH") ? (["REFETCH"] as const) : []),
    ...(canDiscard ? (["DISCARD"] as const) : []),
  ];
}

/** A receipt that cannot be read, or names no choice, can still be put away. */
function allowedOf({ said }: Refused): readonly string[] {
  const allowed = said?.allowedResolutions ?? [];
  return allowed.length === 0 ? ["DISCARD"] : allowed;
}

/**
 * The same action again, or a corrected one. An undo belongs to the operation that it undoes, so it is never sent
 * again.
 */
export function resubmitActs(entry: Refused): readonly ("RESUBMIT" | "CORRECT")[] {
  const { operationType, payload } = entry;
  const isAllowed = allowedOf(entry).includes("RESUBMIT") && payload !== null;
  if (!isAllowed || operationType === QUICK_LOG_ACTIONS.UNDO.operationType) return [];
  return [needsCorrection(entry) ? "CORRECT" : "RESUBMIT"];
}

/** A refused payload stays refused, unless the code is about something that a new operation brings. */
function needsCorrection({ said }: Refused): boolean {
  if (said?.bounds !== null && said?.bounds !== undefined) return true;
  return said?.category === "PAYLOAD_INVALID" && !CURED_BY_A_NEW_OPERATION.has(said.code ?? "");
}

const CURED_BY_A_NEW_OPERATION: ReadonlySet<string> = new Set([
  "EXPECTED_REVISION_MISSING",
  "OPERATION_ID_REUSED",
  "CHECKSUM_MISMATCH",
]);
