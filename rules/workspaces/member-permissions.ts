import {
  ARCHIVED_PERMISSIONS,
  MEMBER_PERMISSIONS,
  type MembershipRole,
  type WorkspaceStatus,
} from "../../contract/workspaces/vocabulary.ts";

/**
 * The permissions of a member, given the workspace's status: none is granted that would be refused
 * (docs/rooms/workspaces.md#statuses).
 */
export function memberPermissions(role: MembershipRole, status: WorkspaceStatus): string[] {
  switch (status) {
    case "ACTIVE":
      return [...MEMBER_PERMISSIONS[role]];
    case "SUSPENDED":
      return [];
    case "ARCHIVED":
      return MEMBER_PERMISSIONS[role].filter((one) => ARCHIVED_PERMISSIONS.includes(one));
  }
}
