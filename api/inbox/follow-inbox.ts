import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { InboxChanges } from "../../contract/inbox/schema.ts";
import { INBOX_LIMITS } from "../../contract/inbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import {
  type ChangesFound,
  findInboxChanges,
  findInboxPosition,
  type InboxPosition,
} from "../../db/inbox/changes/queries.ts";
import { requireLiveChanges } from "./encode-changes-cursor.ts";
import type { InboxWatch } from "./inbox-watch.ts";
import { presentSummary } from "./present-item.ts";
import type { CoalescedCounts } from "./coalesced-counts.ts";

/**
 * Changes of an inbox since a position; waits if there are none (docs/rooms/inbox.md#changes). The end of a snooze
 * counts as a change even before the task is reopened.
 *
 * @throws Refusal CURSOR_EXPIRED, and what the guard refuses with.
 */
export async function followInbox(
  em: SqlEntityManager,
  following: InboxFollowing,
): Promise<InboxNews> {
  const { workspaceId, since, waitMs, isOver, guardAgain, watch } = following;
  const answer = (found: ChangesFound) => presentNews(following, found);
  if (since === null) {
    const position = await findInboxPosition(em, workspaceId);
    return await answer({ ...position, ...UNKNOWN });
  }
  const until = performance.now() + waitMs;
  for (;;) {
    const found = await findChanges(em, workspaceId, since);
    const leftMs = until - performance.now();
    if (isNews(found) || leftMs <= 0) return await answer(found);
    const forMs = Math.min(leftMs, found.awakeInMs ?? leftMs);
    const hasMoved = await watch.waitFor({ workspaceId, seen: found, forMs, isOver });
    // This is checked only after waiting one poll interval, so that a console that reconnects at once does not loop.
    if (!hasMoved && (forMs === leftMs || isOver())) return await answer(found);
    await guardAgain();
  }
}

/** A console's request, and its maximum wait. */
export interface InboxFollowing {
  readonly workspaceId: string;
  /** Null for a console without any state. */
  readonly since: InboxPosition | null;
  readonly waitMs: number;
  /** The console disconnected or the process is stopping: end the wait. */
  readonly isOver: () => boolean;
  /** Checks that the console still has access after its wait. @throws Refusal if it does not. */
  readonly guardAgain: () => Promise<void>;
  readonly watch: InboxWatch;
  readonly counts: CoalescedCounts;
}

/** The news for a console, and the inbox's position with them. */
export interface InboxNews extends Omit<InboxChanges, "cursor"> {
  readonly position: InboxPosition;
}

/** A console without any state reads the list. */
const UNKNOWN = { stepCount: 0, isReload: true, tasks: [], awakeInMs: null } as const;

async function findChanges(
  em: SqlEntityManager,
  workspaceId: string,
  since: InboxPosition,
): Promise<ChangesFound> {
  const { seq, now: at } = since;
  const found = await findInboxChanges(em, { workspaceId, seq, at });
  requireLiveChanges(since, found);
  const isWhole =
    found.seq - seq === found.stepCount || found.stepCount > INBOX_LIMITS.changedTasks;
  if (!isWhole) throw new Refusal("CURSOR_EXPIRED");
  return found;
}

const isNews = ({ isReload, tasks }: ChangesFound) => isReload || tasks.length > 0;

async function presentNews(
  { workspaceId, counts }: InboxFollowing,
  found: ChangesFound,
): Promise<InboxNews> {
  const { stepCount, tasks } = found;
  const reload = found.isReload || Math.max(stepCount, tasks.length) > INBOX_LIMITS.changedTasks;
  const named = (wanted: boolean) =>
    reload ? [] : tasks.filter((task) => task.isUnresolved === wanted).map(({ id }) => id);
  return {
    reload,
    taskIds: named(true),
    removedIds: named(false),
    // Read after the changes: it includes them, and anything newer is reported next.
    counts: isNews(found) ? presentSummary(await counts.after(workspaceId, found)) : null,
    position: found,
  };
}
