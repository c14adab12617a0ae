/** Waits until what a console saw of a workspace has changed. */
export interface PolledWatch<Seen> {
  /** Resolves with true once the workspace differs from what the console saw; with false at the timeout. */
  waitFor(wait: ConsoleWait<Seen>): Promise<boolean>;
}

/** The wait of a console. */
export interface ConsoleWait<Seen> {
  readonly workspaceId: string;
  /** State that the console saw last. */
  readonly seen: Seen;
  readonly forMs: number;
  /** The console disconnected, or the wait must end. */
  readonly isOver: () => boolean;
}

/** The options of a watch. */
export interface PolledWatchOptions<Seen, State> {
  /** Reads the states of some workspaces; those without any are missing. */
  readonly poll: (workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, State>>;
  readonly hasMoved: (seen: Seen, present: State | undefined) => boolean;
  /** Poll interval in milliseconds. */
  readonly everyMs?: number;
}

/** A change is seen within a second, including the poll itself. */
const EVERY_MS = 900;

interface Waiting<Seen> extends ConsoleWait<Seen> {
  readonly settle: (hasMoved: boolean) => void;
}

/**
 * Opens a watch of a process: one poll for all workspaces with waiting consoles, repeated while there are any
 * (docs/rooms/inbox.md#changes). A waiting console occupies a timer, but no database connection.
 */
export function openPolledWatch<Seen, State>(
  options: PolledWatchOptions<Seen, State>,
): PolledWatch<Seen> {
  const { everyMs = EVERY_MS } = options;
  const waiting = new Set<Waiting<Seen>>();
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
        const one: Waiting<Seen> = { ...wait, settle };
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

/** The waits whose workspace has changed; all of them if the poll fails: each then checks for itself. */
async function findMoved<Seen, State>(
  { poll, hasMoved }: PolledWatchOptions<Seen, State>,
  waiting: readonly Waiting<Seen>[],
): Promise<readonly Waiting<Seen>[]> {
  if (waiting.length === 0) return [];
  try {
    const states = await poll([...new Set(waiting.map(({ workspaceId }) => workspaceId))]);
    return waiting.filter(({ workspaceId, seen }) => hasMoved(seen, states.get(workspaceId)));
  } catch {
    return waiting;
  }
}
