import type { Core } from "../core.ts";
import type { Session } from "../session/types.ts";
import { maybeNumberIn, textIn } from "../store/columns.ts";
import type { Crew, LaneReads } from "./crew.ts";
import { makeLane } from "./lane.ts";
import { pauseAfter, remainingMs } from "./pauses.ts";
import { releaseStatements } from "./release-statements.ts";
import { type LaneStep, sendBatch } from "./send-batch.ts";
import { nextTurn, PROMPT_MS, type Turn } from "./turns.ts";

/**
 * Sends queued operations: one lane per scope, four turns at a time, one batch per turn, so that no scope starves
 * another. Waits are stored in the rows; a lane keeps only a timer for the earliest. Nothing is sent before the first
 * `wake`.
 */
export function makeLanes(core: Core, session: Session, reads: LaneReads): Lanes {
  const { sql, clock, random } = core.ports;
  const crew: Crew = { core, session, reads, roundTripMs: null, isStopped: false };
  const runs = new Map<string, Run>();
  const queue: Run[] = [];
  let idlers: (() => void)[] = [];
  let preparing = 0;
  let isReleased = false;

  return {
    wake(scopeId) {
      if (scopeId === undefined) prepare(wakeAll);
      else enter(runOf(scopeId));
    },
    connection() {
      prepare(async () => {
        for (const { lane } of runs.values()) lane.reset();
        await sql.write([ENDED_OFFLINE]);
        await wakeAll();
      });
    },
    idle() {
      return new Promise((resolve) => {
        idlers.push(resolve);
        settle();
      });
    },
    stop() {
      crew.isStopped = true;
      queue.length = 0;
      for (const run of runs.values()) run.cancelTimer();
      settle();
    },
  };

  /** Runs a read or write that lanes must wait for. If the store fails, the next wake retries. */
  function prepare(work: () => Promise<void>): void {
    preparing += 1;
    void work()
      .catch(() => undefined)
      .finally(() => {
        preparing -= 1;
        settle();
      });
  }

  async function wakeAll(): Promise<void> {
    if (!isReleased) await sql.write(releaseStatements(core));
    isReleased = true;
    const rows = await sql.read({ sql: WITH_WORK });
    for (const row of rows) {
      const run = runOf(textIn(row, "scope_id"));
      const waitMs = remainingMs(maybeNumberIn(row, "next_retry_at"), clock.now());
      if (waitMs > 0 && run.state === "RESTING") rest(run, waitMs);
      else enter(run);
    }
  }

  function runOf(scopeId: string): Run {
    const known = runs.get(scopeId);
    if (known !== undefined) return known;
    const run: Run = {
      lane: makeLane(scopeId),
      state: "RESTING",
      isWoken: false,
      isSlow: false,
      faults: 0,
      cancelTimer: () => undefined,
    };
    runs.set(scopeId, run);
    return run;
  }

  /** Queues a lane. A running lane checks again when it finishes, so that two turns never overlap. */
  function enter(run: Run): void {
    if (crew.isStopped) return;
    if (run.state === "RUNNING") run.isWoken = true;
    if (run.state !== "RESTING") return;
    run.cancelTimer();
    run.state = "QUEUED";
    queue.push(run);
    fill();
  }

  function fill(): void {
    for (;;) {
      const running = [...runs.values()].filter(({ state }) => state === "RUNNING");
      const next = nextTurn(queue, running);
      const [run] = next < 0 ? [] : queue.splice(next, 1);
      if (run === undefined) return;
      run.state = "RUNNING";
      void turn(run);
    }
  }

  async function turn(run: Run): Promise<void> {
    run.cancelTimer = clock.after(PROMPT_MS, () => {
      run.isSlow = true;
      fill();
    });
    const step = await takeStep(run);
    run.cancelTimer();
    run.isSlow = false;
    run.state = "RESTING";
    const isWoken = run.isWoken || step.kind === "MORE";
    run.isWoken = false;
    if (isWoken) enter(run);
    else if (step.kind === "REST" && step.wakeInMs !== null) rest(run, step.wakeInMs);
    fill();
    settle();
  }

  /** A failing store or vault ends the turn, never the lane. */
  async function takeStep(run: Run): Promise<LaneStep> {
    try {
      const step = await sendBatch(crew, run.lane);
      run.faults = 0;
      return step;
    } catch {
      run.faults += 1;
      return { kind: "REST", wakeInMs: pauseAfter(run.faults, random) };
    }
  }

  function rest(run: Run, ms: number): void {
    run.cancelTimer();
    if (crew.isStopped) return;
    run.cancelTimer = clock.after(ms, () => enter(run));
  }

  function settle(): void {
    const isBusy = preparing > 0 || [...runs.values()].some(({ state }) => state !== "RESTING");
    if (isBusy && !crew.isStopped) return;
    const resolved = idlers;
    idlers = [];
    for (const resolve of resolved) resolve();
  }
}

/** A coach has hundreds of scopes: only those that have something to send, and need not wait for it, take a turn. */
const WITH_WORK = `
  select scope_id, next_retry_at from cache_scope
  where exists (select 1 from sync_operation waiting
    where waiting.scope_id = cache_scope.scope_id and waiting.status in ('QUEUED', 'SYNCING'))
  order by scope_id`;

/** The connection is back: operations that waited for it, or for their scope, are retried at once. */
const ENDED_OFFLINE = {
  sql: `update cache_scope set next_retry_at = null, retry_count = 0
    where wait_reason in ('OFFLINE', 'SCOPE_LOCKED', 'NO_ACCESS') and next_retry_at is not null`,
};

interface Run extends Turn {
  state: "RESTING" | "QUEUED" | "RUNNING";
  /** Whether it was woken while it ran. */
  isWoken: boolean;
  isSlow: boolean;
  /** Consecutive turns that a store or vault fault ended. */
  faults: number;
  cancelTimer: () => void;
}

/** The lanes of a device. */
export interface Lanes {
  /** Checks for operations to send: after an enqueue, at the start, after a sign-in. All scopes if none is given. */
  wake(scopeId?: string): void;
  /** Ends all waits for a connection. Called when the platform reports one, or when the person asks to sync. */
  connection(): void;
  /** Resolves when nothing can be sent now: all operations wait for a time or a person, or the queue is empty. */
  idle(): Promise<void>;
  /**
   * Stops for good without waiting. A pending answer is not stored; its operations stay, and the next lanes send them
   * again under the same ids.
   */
  stop(): void;
}
