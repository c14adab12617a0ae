import type { UserStatus } from "../../../contract/accounts/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../../contract/workspaces/vocabulary.ts";
import { isRunning } from "../../relationships/is-running.ts";

/**
 * Whether a relationship's calendar runs. It stops while the relationship is paused or its workspace or client is
 * suspended, and ends with the relationship (docs/rooms/agenda.md#calendar).
 */
export function goesOn({ status, workspaceStatus, clientStatus }: DayOwner): boolean {
  return isRunning({ status }) && workspaceStatus !== "SUSPENDED" && clientStatus !== "SUSPENDED";
}

/** The facts that decide whether a relationship's calendar runs. */
export interface DayOwner {
  readonly status: RelationshipStatus;
  readonly workspaceStatus: WorkspaceStatus;
  readonly clientStatus: UserStatus;
}
