import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type {
  ResumedWorkflowStatus,
  WorkflowStatus,
} from "../../contract/onboarding/vocabulary.ts";

/** Where a workflow stands; `resumesAs` is what a paused one returns to, null otherwise. */
export interface WorkflowState {
  readonly status: WorkflowStatus;
  readonly resumesAs: ResumedWorkflowStatus | null;
}

/**
 * Where a workflow stands once its relationship has come to a status
 * (docs/rooms/onboarding.md#task-and-workflow). An end leaves one that was completed as it is.
 */
export function followStatus(state: WorkflowState, to: RelationshipStatus): WorkflowState {
  const running = runningStatus(state);
  if (running === null) return state;
  switch (to) {
    case "ONBOARDING":
    case "ACTIVE":
      return { status: running, resumesAs: null };
    case "PAUSED":
      return { status: "PAUSED", resumesAs: running };
    case "ENDED":
      return { status: running === "COMPLETED" ? "COMPLETED" : "CANCELLED", resumesAs: null };
  }
}

/** The status it has while nothing stands still, or null for one that is over for good. */
function runningStatus({ status, resumesAs }: WorkflowState): ResumedWorkflowStatus | null {
  if (status === "PAUSED") return resumesAs;
  return status === "CANCELLED" ? null : status;
}
