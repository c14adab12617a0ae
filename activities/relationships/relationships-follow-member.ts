import { Relationship } from "../../db/relationships/relationship.ts";
import { listCoachedIds } from "../../db/workspaces/leaving-rows.ts";
import { lockScopes } from "../../db/lock-scopes.ts";
import type { Tx } from "../../db/transact.ts";
import type { GoneMember, WorkspaceHook } from "../workspaces/workspace-hook.ts";
import { reassignCoach } from "./reassign-coach.ts";

/**
 * The successor of somebody who is gone becomes the coach of every open relationship that they had in the
 * workspace: their clients see a name that still coaches them. What has ended keeps its coach, and the history
 * of each says who it was. The workspace is locked, so that none begins meanwhile.
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
