import type { z } from "zod";
import type {
  workspaceSchema,
  memberSchema,
  workspaceStateSchema,
} from "../../contract/workspaces/schema.ts";
import type { MemberWorkspaceRow } from "../../db/workspaces/coach-context/queries.ts";
import type { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import type { MemberRow } from "../../db/workspaces/queries.ts";

/** A workspace for a member. */
export function presentWorkspace(workspace: MemberWorkspaceRow): z.output<typeof workspaceSchema> {
  const { id, name, status, role } = workspace;
  return { workspaceId: id, name, status, role };
}

/** The state of a workspace. */
export function presentWorkspaceState({
  id,
  status,
  updatedAt,
}: CoachWorkspace): z.output<typeof workspaceStateSchema> {
  return { workspaceId: id, status, updatedAt: updatedAt.toISOString() };
}

/** A member for the owner. */
export function presentMember({
  id: _membershipId,
  ...member
}: MemberRow): z.output<typeof memberSchema> {
  return member;
}
