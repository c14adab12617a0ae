import type { InboxState } from "../../db/inbox/changes/queries.ts";

/** Waits for changes of inboxes. */
export interface InboxWatch {
  /** Resolves with true once an inbox differs from the console's state; with false at the timeout. */
  waitFor(wait: ConsoleWait): Promise<boolean>;
}

/** The wait of a console. */
export interface ConsoleWait {
  readonly workspaceId: string;
  /** The last inbox state that the console saw. */
  readonly seen: InboxState;
  readonly forMs: number;
  /** The console disconnected, or the wait must end. */
  readonly isOver: () => boolean;
}

/** The options of the watch. */
export interface InboxWatchOptions {
  readonly poll: (workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, InboxState>>;
  /** Poll interval in milliseconds. */
  readonly everyMs?: number;
}

/** A change is seen within a second, including the poll itself. */
const EVERY_MS = 900;

interface Waiting extends ConsoleWait {
  readonly settle: (hasMoved: boolean) => void;
}

/**
 * Opens the watch of a process: one poll for all inboxes with waiting consoles, repeated while there are any
 * (docs/rooms/inbox.md#changes). A waiting console occupies a timer, but no database connection.
 */
export function openInboxWatch(options: InboxWatchOptions): InboxWatch {
  const { everyMs = EVERY_MS } = options;
  const waiting = new Set<Waiting>();
  let isPolling = false;

  const poll = async () => {
    for (const one of waiting) if (one.isOver()) one.settle(false);
    const moved = await findMoved(options, [...waiting]);
    for (const one of moved) one.settle(true);
    if (waiting.size > 0) pollLater();
    else isPolling = false;
  };
  const pollLater = () => void setTimeout(() => void poll(), everyMs).unref();

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
        if (!isPolling) pollLater();
        isPolling = true;
      });
      clearTimeout(timer);
      return hasMoved;
    },
  };
}

/** The waits whose inbox has changed; all of them if the poll fails: each then checks for itself. */
async function findMoved(
  { poll }: InboxWatchOptions,
  waiting: readonly Waiting[],
): Promise<readonly Waiting[]> {
  if (waiting.length === 0) return [];
  try {
    const states = await poll([...new Set(waiting.map(({ workspaceId }) => workspaceId))]);
    return waiting.filter(({ workspaceId, seen }) => {
      const present = states.get(workspaceId);
      return (present?.seq ?? 0) !== seen.seq || (present?.epoch ?? "") !== seen.epoch;
    });
  } catch {
    return waiting;
  }
}
