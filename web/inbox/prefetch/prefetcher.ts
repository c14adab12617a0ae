/**
 * Reads the details of the first rows of a list, so that a tab that loses its connection can show them. It reads at
 * most four at a time, when the browser is idle. A row is read once for each of its changes. Details of rows that left
 * every list are dropped.
 */
export function openPrefetcher(given: Prefetching): Prefetcher {
  const { isKept, load, listed, drop, whenIdle, now } = given;
  let wanted: readonly PrefetchRow[] = [];
  let cancelIdle: (() => void) | null = null;
  let isStopped = false;
  let pausedUntil = 0;
  const underWay = new Set<string>();
  const tried = new Map<string, Try>();
  return {
    want(rows) {
      wanted = rows.slice(0, FIRST_ROWS);
      const stay = listed();
      for (const taskId of [...tried.keys()].filter((id) => !stay.has(id))) {
        tried.delete(taskId);
        drop(taskId);
      }
      schedule();
    },
    stop() {
      isStopped = true;
      cancelIdle?.();
      cancelIdle = null;
    },
  };

  function schedule(): void {
    if (isStopped || cancelIdle !== null || underWay.size >= AT_ONCE) return;
    if (nextRows().length === 0) return;
    cancelIdle = whenIdle(() => {
      cancelIdle = null;
      for (const row of nextRows().slice(0, AT_ONCE - underWay.size)) void read(row);
      schedule();
    });
  }

  function nextRows(): readonly PrefetchRow[] {
    const present = now();
    if (present < pausedUntil) return [];
    return wanted.filter((row) => {
      if (underWay.has(row.taskId) || isKept(row)) return false;
      const last = tried.get(row.taskId);
      return last?.updatedAt !== row.updatedAt || present - last.at >= AGAIN_MS;
    });
  }

  async function read({ taskId, updatedAt }: PrefetchRow): Promise<void> {
    underWay.add(taskId);
    tried.set(taskId, { updatedAt, at: now() });
    const outcome = await load(taskId);
    underWay.delete(taskId);
    if (outcome === "LATER") {
      tried.delete(taskId);
      pausedUntil = now() + PAUSE_MS;
    }
    schedule();
  }
}

/** Reads the details of a list. */
export interface Prefetcher {
  /** The rows of the list, in their order; called again whenever they change. */
  readonly want: (rows: readonly PrefetchRow[]) => void;
  /** Begins no further read. */
  readonly stop: () => void;
}

export interface PrefetchRow {
  readonly taskId: string;
  /** Changes with every change of the task. */
  readonly updatedAt: string;
}

interface Prefetching {
  /** True if the detail of this very row is in memory. */
  readonly isKept: (row: PrefetchRow) => boolean;
  /** Reads a detail. LATER if it failed for a reason that passes. Never throws. */
  readonly load: (taskId: string) => Promise<"DONE" | "LATER">;
  /** Ids of the rows of all lists in memory. */
  readonly listed: () => ReadonlySet<string>;
  /** Drops a detail that nobody looks at. */
  readonly drop: (taskId: string) => void;
  /** Calls back when the browser has nothing to do; returns what calls that off. */
  readonly whenIdle: (run: () => void) => () => void;
  /** The clock, in milliseconds. */
  readonly now: () => number;
}

interface Try {
  readonly updatedAt: string;
  readonly at: number;
}

const FIRST_ROWS = 50;
const AT_ONCE = 4;
/** No read begins for this long after one that failed for a passing reason. */
const PAUSE_MS = 30_000;
/** As long as a tab keeps what it has read. */
const AGAIN_MS = 12 * 60 * 60 * 1000;
