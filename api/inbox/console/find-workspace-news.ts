import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { WorkspaceChange } from "../../../contract/inbox/console/changes-schema.ts";
import { WORKSPACE_CHANGES_LIMITS } from "../../../contract/inbox/console/changes-vocabulary.ts";
import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";
import { type ChangesFound, findInboxChanges } from "../../../db/inbox/changes/queries.ts";
import {
  findWorkspaceState,
  listScopeVersions,
  type WorkspaceState,
} from "../../../db/inbox/console/changes/queries.ts";
import { pipelineReads } from "../../../db/platform/pipeline/pipeline.ts";
import { changedClients } from "../../../rules/inbox/console/changed-clients.ts";
import { isLiveChanges } from "../encode-changes-cursor.ts";
import type { ChangesPosition } from "./changes-cursor-at.ts";

/**
 * Finds the changes of a workspace since a position: its tasks and its clients, in one round trip, and one statement
 * more if clients changed. Too much, too old, or from before a restore: everything has to be read again.
 */
export async function findWorkspaceNews(
  em: SqlEntityManager,
  { workspaceId, since }: { readonly workspaceId: string; readonly since: ChangesPosition },
): Promise<FoundNews> {
  const { inbox, clients } = since;
  const [found, state] = await pipelineReads(em, (executor) => [
    findInboxChanges(executor, { workspaceId, seq: inbox.seq, at: inbox.now }),
    findWorkspaceState(executor, { workspaceId, from: inbox.now }),
  ]);
  // The inbox was read first: what changed between the two reads is reported next.
  const read = { ...state, ...positionOf(found) };
  const { namedClients, changed: most } = WORKSPACE_CHANGES_LIMITS;
  const moved = changedClients(clients, state, namedClients);
  const count = found.tasks.length + moved.relationshipIds.length;
  const reload = moved.reload || count > most || !isWhole(since, found, state);
  const { awakeInMs } = found;
  if (reload) return { state: read, news: { reload, changed: [] }, awakeInMs };
  const versions =
    moved.relationshipIds.length === 0 ? [] : await listScopeVersions(em, moved.relationshipIds);
  const changed: readonly WorkspaceChange[] = [
    ...found.tasks.map(({ id, revision }) => ({ kind: "TASK", id, version: revision }) as const),
    ...versions.map(
      ({ relationshipId: id, seq: version }) => ({ kind: "CLIENT", id, version }) as const,
    ),
  ];
  return { state: read, news: { reload, changed }, awakeInMs };
}

const positionOf = ({ seq, epoch, now }: ChangesFound) => ({ seq, epoch, now });

/** Tasks and clients that a console has to read again. */
export interface WorkspaceNews {
  readonly reload: boolean;
  readonly changed: readonly WorkspaceChange[];
}

/** The news since a position, with the state that they lead to. */
interface FoundNews {
  readonly state: WorkspaceState;
  readonly news: WorkspaceNews;
  /** Milliseconds until the next snooze ends; null if nothing is snoozed. */
  readonly awakeInMs: number | null;
}

const MINUTE_MS = 60_000;

/** Whether everything that changed since is still known. */
function isWhole({ inbox }: ChangesPosition, found: ChangesFound, { now }: WorkspaceState) {
  const ageMs = now.getTime() - inbox.now.getTime();
  const isRecent = ageMs >= 0 && ageMs <= WORKSPACE_CHANGES_LIMITS.cursorMinutes * MINUTE_MS;
  const areAllSteps = found.seq - inbox.seq === found.stepCount;
  const isFew = found.stepCount <= INBOX_LIMITS.changedTasks;
  return isRecent && isLiveChanges(inbox, found) && areAllSteps && isFew && !found.isReload;
}
