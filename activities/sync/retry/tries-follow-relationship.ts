import { makeScopesDue, type TriedScopes } from "../../../db/sync/retry/device-tries.ts";
import { lowerDevices } from "../../../db/sync/settlement/lower-devices.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { deviceActorId } from "../../../rules/sync/device-actor-id.ts";
import type { RelationshipHook } from "../../relationships/relationship-hook.ts";
import type { WorkspaceHook } from "../../workspaces/workspace-hook.ts";

/**
 * Operations that waited for a paused relationship are retried as soon as it resumes, and refused once it has ended.
 */
export const triesFollowRelationship: RelationshipHook = {
  async resumed(tx, { relationship, now }) {
    await tryNow(tx, { relationshipId: relationship.id }, now);
    return null;
  },
  async ended(tx, { relationship, now }) {
    await tryNow(tx, { relationshipId: relationship.id }, now);
    return null;
  },
};

/** Operations that waited for a suspended workspace are retried once it is reinstated. */
export const triesFollowWorkspace: WorkspaceHook = {
  reinstated: (tx, { workspaceId, now }) => tryNow(tx, { workspaceId }, now),
};

async function tryNow(tx: Tx, scopes: TriedScopes, now: Date): Promise<void> {
  const devices = await makeScopesDue(tx, scopes, now);
  const { relationshipId = null } = scopes;
  const dueNow = devices.map((deviceId) => {
    const workflowId = deviceActorId(deviceId);
    return { deviceId, relationshipId, workflowId, at: now, reason: "RETRY" };
  });
  await lowerDevices(tx, dueNow, now);
}
