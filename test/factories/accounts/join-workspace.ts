import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { WorkspaceMembership } from "../../../db/workspaces/workspace-membership.ts";
import { newId } from "../../../db/platform/new-id.ts";

/** Makes a registered coach a member of another workspace as well, as an accepted invitation does. */
export async function joinWorkspace(
  em: SqlEntityManager,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId: string },
): Promise<void> {
  await em.fork().insert(WorkspaceMembership, {
    id: newId(),
    workspaceId,
    userId,
    role: "COACH",
    status: "ACTIVE",
    joinedAt: new Date(),
    endedAt: null,
  });
}
