import type { WorkspaceAct } from "../../contract/workspaces/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PurgeTrigger } from "../../contract/sync/purge-vocabulary.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { lockWorkspace } from "../../db/workspaces/lock-rows.ts";
import { findWorkspacePeople } from "../../db/workspaces/queries.ts";
import { listWorkspaceDevices } from "../../db/sync/purge/affected-devices.ts";
import { withdrawWorkspaceOrders } from "../../db/sync/purge/write-orders.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import { judgeWorkspaceAct } from "../../rules/workspaces/judge-workspace-act.ts";
import { orderScopePurges } from "../sync/purge/order-purges.ts";
import { emitWorkspaceEvent } from "./emit-workspace-event.ts";

/** An operator suspends or reinstates a workspace, its owner archives it, or its last coach leaves. */
export interface WorkspaceMove {
  readonly act: WorkspaceAct;
  readonly workspaceId: string;
  /** User id, or the keyed hash of an operator without an account. */
  readonly actor: string;
  readonly reason: string | null;
  readonly requestId: string;
}

const SUSPENSION = "WORKSPACE_SUSPENSION" satisfies PurgeTrigger;

const EVENTS = {
  SUSPEND: "WorkspaceSuspended",
  REINSTATE: "WorkspaceReinstated",
  ARCHIVE: "WorkspaceArchived",
  CLOSE: "WorkspaceArchived",
} as const;

/**
 * Moves a workspace to another status, before or after every act in it. A suspended one is closed to its
 * coaches and its clients' sync, whose phones are to delete what they keep of it; reinstated, those that
 * did not yet need not. An archived one is read, not written, and has no open relationship.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT.
 */
export async function moveWorkspace(tx: Tx, move: WorkspaceMove): Promise<CoachWorkspace> {
  const { act, workspaceId, actor, reason, requestId } = move;
  await lockWorkspace(tx, workspaceId);
  const workspace = await tx.findOne(CoachWorkspace, { id: workspaceId });
  if (workspace === null) throw new Refusal("NOT_FOUND");
  const people = await findWorkspacePeople(tx, workspaceId);
  const to = judgeWorkspaceAct({ status: workspace.status, ...people }, act);
  if (to === null) throw new Refusal("STATE_CONFLICT");
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
  if (act === "SUSPEND") {
    const devices = await listWorkspaceDevices(tx, workspaceId);
    await orderScopePurges(tx, { devices, trigger: SUSPENSION }, { now, requestId });
  }
  if (act === "REINSTATE")
    await withdrawWorkspaceOrders(tx, { workspaceId, trigger: SUSPENSION, userId: null, now });
  return workspace;
}
