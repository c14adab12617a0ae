import {
  MEMBERSHIP_ROLES,
  type MembershipRole,
  WORKSPACE_STATUSES,
  type WorkspaceStatus,
} from "../../contract/workspaces/vocabulary.ts";

/** Every role of a coach in every workspace that opens, as the API's own lists name them. A suspended one is closed. */
export const CONSOLE_ROLES: readonly ConsoleRole[] = WORKSPACE_STATUSES.filter(
  (status) => status !== "SUSPENDED",
).flatMap((status) => MEMBERSHIP_ROLES.map((role) => ({ role, status })));

/** A coach's role, and the status of their workspace. */
export interface ConsoleRole {
  readonly role: MembershipRole;
  readonly status: WorkspaceStatus;
}
