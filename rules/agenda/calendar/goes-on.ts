import type { UserStatus } from "../../../contract/accounts/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import { isRunning } from "../../relationships/is-running.ts";

/** What a relationship's days depend on. */
export interface DayOwner {
  readonly status: RelationshipStatus;
  readonly workspaceStatus: WorkspaceStatus;
  readonly clientStatus: UserStatus;
}

/**
 * Whether a relationship's calendar goes on: it stands still while the relationship is paused or its workspace or
 * client suspended, and ends with the relationship (docs/rooms/agenda.md#calendar).
 */
export function goesOn({ status, workspaceStatus, clientStatus }: DayOwner): boolean {
  return isRunning({ status }) && workspaceStatus !== "SUSPENDED" && clientStatus !== "SUSPENDED";
}
