import { type WorkspaceAct, WORKSPACE_TRANSITIONS } from "../../contract/workspaces/vocabulary.ts";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";

/**
 * The status after an act, or null if WORKSPACE_TRANSITIONS, an open relationship or a missing owner forbids it.
 * Archiving never ends relationships implicitly: each is ended with its own reason.
 */
export function judgeWorkspaceAct(
  { status, hasOpenRelationships, hasOwner }: WorkspaceState,
  act: WorkspaceAct,
): WorkspaceStatus | null {
  const to = STATUS_AFTER[act];
  const allowed: readonly WorkspaceStatus[] = WORKSPACE_TRANSITIONS[status];
  if (to === "ARCHIVED" && hasOpenRelationships) return null;
  if (act === "ARCHIVE" && status === "SUSPENDED") return null;
  if (act === "REINSTATE" && !hasOwner) return null;
  return allowed.includes(to) ? to : null;
}

const STATUS_AFTER = {
  SUSPEND: "SUSPENDED",
  REINSTATE: "ACTIVE",
  ARCHIVE: "ARCHIVED",
  CLOSE: "ARCHIVED",
} as const satisfies Record<WorkspaceAct, WorkspaceStatus>;

/** The state of a workspace before an act. */
export interface WorkspaceState {
  readonly status: WorkspaceStatus;
  readonly hasOpenRelationships: boolean;
  /** The workspace has an OWNER; without one it stays archived. */
  readonly hasOwner: boolean;
}
