import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { isOpen } from "../../contract/agenda/order-agenda.ts";

/**
 * Whether a coach may pin a task (docs/rooms/agenda.md#focus-pin). It must belong to that day and relationship, and
 * still be doable. A pause does not prevent it.
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

/** The facts that decide whether a coach may pin a task. */
export interface PinFacts {
  readonly relationshipStatus: RelationshipStatus;
  /** Null if the day has no such task. */
  readonly taskStatus: TaskStatus | null;
  readonly isDayClosed: boolean;
}
