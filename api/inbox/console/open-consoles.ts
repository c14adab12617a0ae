import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ApiDeps } from "../../api-deps.ts";
import { openCoalescedCounts } from "../coalesced-counts.ts";
import { NOTED_SECONDS, openWatchedNotes } from "./watched-notes.ts";
import { openWorkspaceWatch } from "./workspace-watch.ts";
import { openInboxWatch } from "../inbox-watch.ts";
import { listInboxStates } from "../../../db/inbox/changes/queries.ts";
import { listWorkspaceStates } from "../../../db/inbox/console/changes/queries.ts";
import { countInbox } from "../../../db/inbox/counts/queries.ts";
import { noteWatched } from "../../../db/platform/scopes/watched-workspaces.ts";

/** Opens what the waiting consoles of a process share. Their workspaces are noted: batches settle sooner there. */
export function openConsoles(em: SqlEntityManager): ApiDeps["consoles"] {
  const watched = openWatchedNotes((ids) => noteWatched(em.fork(), ids, NOTED_SECONDS));
  const noting =
    <State>(poll: (ids: readonly string[]) => Promise<State>) =>
    (ids: readonly string[]) => {
      watched.note(ids);
      return poll(ids);
    };
  return {
    watch: openInboxWatch({ poll: noting((ids) => listInboxStates(em.fork(), ids)) }),
    counts: openCoalescedCounts((workspaceId) => countInbox(em.fork(), { workspaceId })),
    workspaces: openWorkspaceWatch({
      poll: noting((ids) => listWorkspaceStates(em.fork(), ids, null)),
    }),
  };
}
