import {
  CLIENT_PERMISSIONS,
  CLOSED_WORKSPACE_PERMISSIONS,
  type RelationshipStatus,
} from "../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";

/**
 * The permissions of a client, given the status of relationship and workspace: none is granted that would be refused
 * (docs/rooms/workspaces.md#statuses).
 */
export function clientPermissions(
  status: RelationshipStatus,
  workspaceStatus: WorkspaceStatus,
): string[] {
  const permissions: readonly string[] = CLIENT_PERMISSIONS[status];
  if (workspaceStatus === "ACTIVE") return [...permissions];
  return permissions.filter((one) => CLOSED_WORKSPACE_PERMISSIONS.includes(one));
}
