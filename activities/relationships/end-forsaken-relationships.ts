import {
  listOpenRelationships,
  listPlaces,
  lockWorkspacesOf,
} from "../../db/workspaces/leaving-rows.ts";
import type { Tx } from "../../db/transact.ts";
import { COACH_GONE, isForsaken, type Leaving } from "../workspaces/leave-workspaces.ts";
import { moveRelationship } from "./move-relationship.ts";
import type { RelationshipHooks } from "./relationship-hook.ts";

/** Relationships that one transaction ends: it stays far below the limits of its time. */
const SLICE = 20;

/**
 * Ends the open relationships of workspaces that nobody is left to take over, a slice at a time: each
 * with its event, as a coach ends it. Locks the leaver's workspaces first.
 *
 * @returns whether any was found: then ask again before leaving.
 */
export async function endForsakenRelationships(
  tx: Tx,
  { userId }: Pick<Leaving, "userId">,
  hooks: RelationshipHooks,
): Promise<boolean> {
  await lockWorkspacesOf(tx, userId);
  const forsaken = (await listPlaces(tx, userId)).filter(isForsaken);
  const workspaceIds = forsaken.map(({ workspaceId }) => workspaceId);
  const open = await listOpenRelationships(tx, { workspaceIds, limit: SLICE });
  for (const { id: relationshipId, workspaceId } of open) {
    const end = { act: "END", byUserId: userId, reason: COACH_GONE, requestId: null } as const;
    await moveRelationship(tx, { ...end, workspaceId, relationshipId }, hooks);
  }
  return open.length > 0;
}
