import { WORKSPACE_CHANGES_LIMITS } from "../../../contract/inbox/console/changes-vocabulary.ts";
import type { WorkspaceState } from "../../../db/inbox/console/changes/queries.ts";
import { changedClients, type SentClients } from "../../../rules/inbox/console/changed-clients.ts";
import type { InboxState } from "../../../db/inbox/changes/queries.ts";
import { isOtherInbox } from "../inbox-watch.ts";
import { openPolledWatch, type PolledWatch, type PolledWatchOptions } from "./polled-watch.ts";

/** Waits for changes of workspaces: of the tasks of their inboxes, and of their clients. */
export type WorkspaceWatch = PolledWatch<SeenWorkspace>;

/** State of a workspace that a console saw. */
export interface SeenWorkspace {
  readonly inbox: InboxState;
  /** Changes that it was sent: seeing one of them again ends no wait. */
  readonly clients: SentClients;
}

/** Opens the watch of workspaces. */
export function openWorkspaceWatch(
  options: Omit<PolledWatchOptions<SeenWorkspace, WorkspaceState>, "hasMoved">,
): WorkspaceWatch {
  return openPolledWatch({ ...options, hasMoved });
}

function hasMoved({ inbox, clients }: SeenWorkspace, present: WorkspaceState | undefined) {
  if (present === undefined) return true;
  const { namedClients } = WORKSPACE_CHANGES_LIMITS;
  const { reload, relationshipIds } = changedClients(clients, present, namedClients);
  return isOtherInbox(inbox, present) || reload || relationshipIds.length > 0;
}
