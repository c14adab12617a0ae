import {
  type WorkspaceAct,
  WORKSPACE_TRANSITIONS,
} from "../../contract/identity/lifecycle-vocabulary.ts";
import type { WorkspaceStatus } from "../../contract/identity/vocabulary.ts";

const STATUS_AFTER = {
  SUSPEND: "SUSPENDED",
  REINSTATE: "ACTIVE",
  ARCHIVE: "ARCHIVED",
} as const satisfies Record<WorkspaceAct, WorkspaceStatus>;

/**
 * The status after an act, or null where the table (WORKSPACE_TRANSITIONS) or an open relationship
 * forbids it: an archive never ends relationships by the way, each of them is ended with its reason.
 */
export function judgeWorkspaceAct(
  workspace: { readonly status: WorkspaceStatus; readonly hasOpenRelationships: boolean },
  act: WorkspaceAct,
): WorkspaceStatus | null {
  const to = STATUS_AFTER[act];
  const allowed: readonly WorkspaceStatus[] = WORKSPACE_TRANSITIONS[workspace.status];
  if (act === "ARCHIVE" && workspace.hasOpenRelationships) return null;
  return allowed.includes(to) ? to : null;
}
