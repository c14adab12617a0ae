import type { InboxState } from "../../db/inbox/changes/queries.ts";

/** How a console waits. */
export interface ConsoleWait {
  readonly workspaceId: string;
  /** Where the console saw the inbox stand. */
  readonly seen: InboxState;
  readonly forMs: number;
  /** Nobody waits any more, or is to. */
  readonly isOver: () => boolean;
}

/** Waits for changes of inboxes. */
export interface InboxWatch {
  /** Resolves with true once an inbox stands elsewhere than a console saw it; with false when its time is over. */
  waitFor(wait: ConsoleWait): Promise<boolean>;
}

/** What the watch is made of. */
export interface InboxWatchOptions {
  readonly look: (workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, InboxState>>;
  /** Time between two looks, in milliseconds. */
  readonly everyMs?: number;
}

/** A change is seen within a second, the look itself included. */
const EVERY_MS = 900;

interface Waiting extends ConsoleWait {
  readonly settle: (hasMoved: boolean) => void;
}

/**
 * Opens the watch of a process: one look at all inboxes for which anybody waits, again and again while anybody does
 * (docs/rooms/inbox.md#changes). A console that waits holds a timer, and no connection to the database.
 */
export function openInboxWatch(options: InboxWatchOptions): InboxWatch {
  const { everyMs = EVERY_MS } = options;
  const waiting = new Set<Waiting>();
  let isLooking = false;

  const look = async () => {
    for (const one of waiting) if (one.isOver()) one.settle(false);
    const moved = await findMoved(options, [...waiting]);
    for (const one of moved) one.settle(true);
    if (waiting.size > 0) pollLater();
    else isLooking = false;
  };
  const pollLater = () => void setTimeout(() => void look(), everyMs).unref();

  return {
    async waitFor(wait) {
      let timer: NodeJS.Timeout | undefined;
      const hasMoved = await new Promise<boolean>((resolve) => {
        const settle = (moved: boolean) => {
          waiting.delete(one);
          resolve(moved);
        };
        const one: Waiting = { ...wait, settle };
        waiting.add(one);
        timer = setTimeout(() => one.settle(false), wait.forMs).unref();
        if (!isLooking) pollLater();
        isLooking = true;
      });
      clearTimeout(timer);
      return hasMoved;
    },
  };
}

/** Whose inbox stands elsewhere by now; all of them where that cannot be told: each then finds out by itself. */
async function findMoved(
  { look }: InboxWatchOptions,
  waiting: readonly Waiting[],
): Promise<readonly Waiting[]> {
  if (waiting.length === 0) return [];
  try {
    const states = await look([...new Set(waiting.map(({ workspaceId }) => workspaceId))]);
    return waiting.filter(({ workspaceId, seen }) => {
      const present = states.get(workspaceId);
      return (present?.seq ?? 0) !== seen.seq || (present?.epoch ?? "") !== seen.epoch;
    });
  } catch {
    return waiting;
  }
}
