import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  findWorkspaceState,
  type WorkspaceState,
} from "../../../db/inbox/console/changes/queries.ts";
import type { ChangesPosition } from "./changes-cursor-at.ts";
import { findWorkspaceNews, type WorkspaceNews } from "./find-workspace-news.ts";
import type { WorkspaceWatch } from "./workspace-watch.ts";

/**
 * Changes of a workspace since a position; waits if there are none (docs/rooms/inbox.md#changes-of-a-workspace). The
 * end of a snooze counts as a change even before the task is reopened.
 *
 * @throws Refusal what the guard refuses with.
 */
export async function followWorkspace(
  em: SqlEntityManager,
  { workspaceId, since, waitMs, isOver, guardAgain, watch }: WorkspaceFollowing,
): Promise<FollowedWorkspace> {
  if (since === null) {
    const state = await findWorkspaceState(em, { workspaceId, from: null });
    return { state, news: { reload: true, changed: [] } };
  }
  const until = performance.now() + waitMs;
  for (;;) {
    const { state, news, awakeInMs } = await findWorkspaceNews(em, { workspaceId, since });
    const leftMs = until - performance.now();
    if (isNews(news) || leftMs <= 0) return { state, news };
    const forMs = Math.min(leftMs, awakeInMs ?? leftMs);
    const seen = { inbox: state, clients: since.clients };
    // This is checked only after waiting one poll interval, so that a console that reconnects at once does not loop.
    const hasMoved = await watch.waitFor({ workspaceId, seen, forMs, isOver });
    if (isOver()) return { state, news };
    await guardAgain();
    if (!hasMoved && forMs === leftMs) return { state, news };
  }
}

/** A console's request, and its maximum wait. */
export interface WorkspaceFollowing {
  readonly workspaceId: string;
  /** Null for a console without any state. */
  readonly since: ChangesPosition | null;
  readonly waitMs: number;
  /** The console disconnected or the process is stopping: end the wait. */
  readonly isOver: () => boolean;
  /** Checks that the console still has access after its wait. @throws Refusal if it does not. */
  readonly guardAgain: () => Promise<void>;
  readonly watch: WorkspaceWatch;
}

/** The news for a console, and the state of the workspace that they lead to. */
export interface FollowedWorkspace {
  readonly state: WorkspaceState;
  readonly news: WorkspaceNews;
}

/** Whether there is anything to read again. */
export function isNews({ reload, changed }: WorkspaceNews): boolean {
  return reload || changed.length > 0;
}
