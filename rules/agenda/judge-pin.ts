import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { ProblemCode } from "../../contract/problem.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { isOpen } from "../../contract/agenda/order.ts";

/** What tells whether a coach may put a task first. */
export interface PinFacts {
  readonly relationshipStatus: RelationshipStatus;
  /** Null where the day has no such task. */
  readonly taskStatus: TaskStatus | null;
  readonly isDayClosed: boolean;
}

/**
 * Whether a coach may pin a task (docs/rooms/agenda.md#focus-pin): one that stands on that day of that relationship,
 * and that can still be done. A pause is no hindrance.
 *
 * @returns the refusal, or null.
 */
export function judgePin({
  relationshipStatus,
  taskStatus,
  isDayClosed,
}: PinFacts): ProblemCode | null {
  if (relationshipStatus === "ENDED") return "RELATIONSHIP_INACTIVE";
  if (taskStatus === null) return "NOT_FOUND";
  return isDayClosed || !isOpen(taskStatus) ? "STATE_CONFLICT" : null;
}
