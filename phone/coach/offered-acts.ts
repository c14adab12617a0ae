import type { InboxActName } from "../../device/coach/act-types.ts";
import type { InboxRow } from "../../device/coach/types.ts";

/**
 * Acts that a row offers, the most helpful first. The server lists them; acts that make no sense after those waiting on
 * this device are left out. An assignment needs the console.
 */
export function offeredActs({ accepted, expected }: InboxRow): readonly InboxActName[] {
  const status = expected?.status ?? accepted.status;
  const isPinned = expected?.isPinned ?? accepted.score.pin > 0;
  const isClosed = status !== accepted.status && CLOSED.includes(status);
  if (isClosed) return ["UNDO"];
  return ACTS.filter((act) => {
    if (act === "UNPIN") return isPinned && offersPins(accepted.actions);
    if (act === "PIN") return !isPinned && offersPins(accepted.actions);
    if (act === "START" && status === "IN_PROGRESS") return false;
    if (act === "SNOOZE" && status === "SNOOZED") return false;
    if (act === "UNSNOOZE" && status !== accepted.status) return status === "SNOOZED";
    return accepted.actions.includes(act);
  });
}

const ACTS = [
  "REVIEW",
  "RESOLVE",
  "UNDO",
  "START",
  "SNOOZE",
  "UNSNOOZE",
  "DISMISS",
  "PIN",
  "UNPIN",
] as const satisfies readonly InboxActName[];
const CLOSED = ["RESOLVED", "DISMISSED"];

/** A row that can be pinned can be unpinned, once the pin waits. */
function offersPins(actions: readonly string[]): boolean {
  return actions.includes("PIN") || actions.includes("UNPIN");
}
