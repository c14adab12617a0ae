import { Relationship } from "../../db/relationships/relationship.ts";
import { listCoachedIds } from "../../db/workspaces/leaving-rows.ts";
import { lockScopes } from "../../db/platform/scopes/lock-scopes.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { GoneMember, WorkspaceHook } from "../workspaces/workspace-hook.ts";
import { reassignCoach } from "./reassign-coach.ts";

/**
 * The successor of a former member becomes the coach of all their open relationships in the workspace: no client
 * keeps a coach who has left. Ended relationships keep their coach, and the history of each records who it was. The
 * workspace is locked, so that none starts meanwhile.
 */
export const relationshipsFollowMember: WorkspaceHook = { memberGone: handOver };

async function handOver(tx: Tx, member: GoneMember): Promise<void> {
  const { workspaceId, userId: coachUserId, successorUserId, ...gone } = member;
  const ids = await listCoachedIds(tx, { workspaceId, coachUserId });
  if (ids.length === 0) return;
  await lockScopes(tx, ids);
  const open = { workspaceId, coachUserId, status: { $ne: "ENDED" as const } };
  const relationships = await tx.find(Relationship, open, { orderBy: { id: "asc" } });
  await reassignCoach(tx, relationships, { ...gone, toCoachUserId: successorUserId });
}
