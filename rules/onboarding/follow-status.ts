import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type {
  ResumedWorkflowStatus,
  WorkflowStatus,
} from "../../contract/onboarding/vocabulary.ts";

/**
 * The state of a workflow after its relationship's status changed (docs/rooms/onboarding.md#task-and-workflow). The
 * relationship's end does not change a completed workflow.
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

/** The state of a workflow; `resumesAs` is the status a paused one returns to, null otherwise. */
export interface WorkflowState {
  readonly status: WorkflowStatus;
  readonly resumesAs: ResumedWorkflowStatus | null;
}

/** The status of a workflow without its pause, or null if it is over for good. */
function runningStatus({ status, resumesAs }: WorkflowState): ResumedWorkflowStatus | null {
  if (status === "PAUSED") return resumesAs;
  return status === "CANCELLED" ? null : status;
}
