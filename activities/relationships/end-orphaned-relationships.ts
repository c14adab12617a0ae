import {
  listOpenRelationships,
  listPlaces,
  lockWorkspacesOf,
} from "../../db/workspaces/leaving-rows.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { COACH_GONE, isOrphaned, type Leaving } from "../workspaces/leave-workspaces.ts";
import { moveRelationship } from "./move-relationship.ts";
import type { RelationshipHooks } from "./relationship-hook.ts";

/**
 * Ends the open relationships of workspaces without a successor, a slice at a time, each with its event as if a coach
 * ended it. It locks the leaver's workspaces first.
 *
 * @returns whether any was found. If so, call it again before the coach leaves.
 */
export async function endOrphanedRelationships(
  tx: Tx,
  { userId }: Pick<Leaving, "userId">,
  hooks: RelationshipHooks,
): Promise<boolean> {
  await lockWorkspacesOf(tx, userId);
  const orphaned = (await listPlaces(tx, userId)).filter(isOrphaned);
  const workspaceIds = orphaned.map(({ workspaceId }) => workspaceId);
  const open = await listOpenRelationships(tx, { workspaceIds, limit: SLICE });
  for (const { id: relationshipId, workspaceId } of open) {
    const end = { act: "END", byUserId: userId, reason: COACH_GONE, requestId: null } as const;
    await moveRelationship(tx, { ...end, workspaceId, relationshipId }, hooks);
  }
  return open.length > 0;
}

/** Relationships that one transaction ends; far below its time limits. */
const SLICE = 20;
