import type { WorkspaceAct } from "../../contract/workspaces/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { lockWorkspace } from "../../db/workspaces/lock-workspace.ts";
import { findWorkspacePeople } from "../../db/workspaces/queries.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { judgeWorkspaceAct } from "../../rules/workspaces/judge-workspace-act.ts";
import { emitWorkspaceEvent } from "./emit-workspace-event.ts";
import { announceWorkspace, type WorkspaceHooks } from "./workspace-hook.ts";

/**
 * Changes the status of a workspace, before or after every act in it. A suspended one is closed to its coaches and
 * its clients' sync. An archived one can be read but not written, and has no open relationship.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT.
 */
export async function moveWorkspace(
  tx: Tx,
  move: WorkspaceMove,
  hooks: WorkspaceHooks,
): Promise<CoachWorkspace> {
  const { act, workspaceId, actor, reason, requestId } = move;
  await lockWorkspace(tx, workspaceId);
  const workspace = await tx.findOne(CoachWorkspace, { id: workspaceId });
  if (workspace === null) throw new Refusal("NOT_FOUND");
  const people = await findWorkspacePeople(tx, workspaceId);
  const to = judgeWorkspaceAct({ status: workspace.status, ...people }, act);
  if (to === null) throw stateConflict("STATUS_FORBIDS_ACT");
  const now = await clockNow(tx);
  tx.assign(workspace, { status: to, updatedAt: now });
  await tx.flush();
  await emitWorkspaceEvent(tx, {
    type: EVENTS[act],
    workspaceId,
    subjectId: workspaceId,
    actor,
    userId: workspace.ownerUserId,
    reason,
    requestId,
    now,
  });
  const occasion = { workspaceId, now, requestId };
  if (act === "SUSPEND") await announceWorkspace(tx, { hooks, change: "suspended" }, occasion);
  if (act === "REINSTATE") await announceWorkspace(tx, { hooks, change: "reinstated" }, occasion);
  return workspace;
}

/** An operator suspends or reinstates a workspace, its owner archives it, or its last coach leaves. */
export interface WorkspaceMove {
  readonly act: WorkspaceAct;
  readonly workspaceId: string;
  /** User id, or the keyed hash of an operator without an account. */
  readonly actor: string;
  readonly reason: string | null;
  readonly requestId: string;
}

const EVENTS = {
  SUSPEND: "WorkspaceSuspended",
  REINSTATE: "WorkspaceReinstated",
  ARCHIVE: "WorkspaceArchived",
  CLOSE: "WorkspaceArchived",
} as const;
