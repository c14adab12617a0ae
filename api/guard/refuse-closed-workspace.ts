import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Endpoint } from "../endpoint.ts";

/**
 * A suspended workspace is closed to its coaches; an archived one is read-only.
 *
 * @throws Refusal WORKSPACE_SUSPENDED, WORKSPACE_ARCHIVED.
 */
export function refuseClosedWorkspace(status: WorkspaceStatus, endpoint: Endpoint): void {
  switch (status) {
    case "ACTIVE":
      return;
    case "SUSPENDED":
      throw new Refusal("WORKSPACE_SUSPENDED");
    case "ARCHIVED":
      if (endpoint.kind !== "read" && endpoint.admitsArchivedWorkspace !== true) {
        throw new Refusal("WORKSPACE_ARCHIVED");
      }
  }
}
