import { Problem } from "../../api/problem.ts";
import type { TaskDetail } from "../inbox-query.ts";
import type { ViewId } from "../views.ts";

/** The state of a task that the list does not show, and the view that lists such tasks. */
export function awayState(task: StatefulTask): AwayState {
  const { status, resolvedAt, snoozedUntil, resolutionType, dismissReason } = task;
  switch (status) {
    case "RESOLVED":
      return { code: status, at: resolvedAt, how: resolutionType, view: "done" };
    case "DISMISSED":
      return { code: status, at: resolvedAt, how: dismissReason, view: "done" };
    case "ARCHIVED":
      return { code: status, at: resolvedAt, how: resolutionType ?? dismissReason, view: null };
    case "SNOOZED":
      return { code: status, at: snoozedUntil, how: null, view: "snoozed" };
    case "OPEN":
    case "IN_PROGRESS":
      return { code: status, at: null, how: null, view: "all" };
    // A newer server may name a status that this version does not know.
    default:
      return { code: status, at: null, how: null, view: null };
  }
}

export interface AwayState {
  readonly code: TaskDetail["status"];
  /** When it was decided, or until when it is snoozed; null if it is neither. */
  readonly at: string | null;
  /** The resolution, or the reason of the dismissal. */
  readonly how: string | null;
  /** The view that lists it; null for an archived task, which none lists. */
  readonly view: ViewId | null;
}

type StatefulTask = Pick<
  TaskDetail,
  "status" | "resolvedAt" | "snoozedUntil" | "resolutionType" | "dismissReason"
>;

/**
 * True if the server has no such task for this person. It does not exist, belongs to another workspace, or the address
 * names no task at all. The answers are the same for all three, and so is the page.
 */
export const isNotHere = (error: unknown): boolean =>
  error instanceof Problem && NOT_HERE.has(error.status);

const NOT_HERE: ReadonlySet<number> = new Set([400, 403, 404, 410, 422]);
