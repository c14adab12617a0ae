import type { Core } from "../core.ts";
import type { Session } from "../session/types.ts";
import { textIn } from "../store/columns.ts";
import type { Crew } from "./crew.ts";
import { type Lane, makeLane } from "./lane.ts";
import { pauseAfter } from "./pauses.ts";
import { releaseStatements } from "./release-statements.ts";
import { type LaneStep, sendBatch } from "./send-batch.ts";

/**
 * Sends what waits: one lane for each scope, four at a time, one batch at a turn, so that no scope is kept from its
 * turn by another. Waits are stored in the rows; a lane only has a timer for the first of them. Nothing is sent before
 * the first `wake`.
 */
export function makeLanes(core: Core, session: Session): Lanes {
  const { sql, clock, random } = core.ports;
  const crew: Crew = { core, session, roundTripMs: null, isStopped: false };
  const runs = new Map<string, Run>();
  const queue: Run[] = [];
  let idlers: (() => void)[] = [];
  let active = 0;
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

  /** Reads or writes something first; a store that refuses is tried again by the next wake. */
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
    const rows = await sql.read({ sql: "select scope_id from cache_scope order by scope_id" });
    for (const row of rows) enter(runOf(textIn(row, "scope_id")));
  }

  function runOf(scopeId: string): Run {
    const known = runs.get(scopeId);
    if (known !== undefined) return known;
    const run: Run = {
      lane: makeLane(scopeId),
      state: "RESTING",
      isWoken: false,
      faults: 0,
      cancelTimer: () => undefined,
    };
    runs.set(scopeId, run);
    return run;
  }

  /** Queues a lane. One that runs looks once more when it is done, so that two turns never overlap. */
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
    while (active < AT_ONCE) {
      const run = queue.shift();
      if (run === undefined) return;
      active += 1;
      run.state = "RUNNING";
      void turn(run);
    }
  }

  async function turn(run: Run): Promise<void> {
    const step = await takeStep(run);
    active -= 1;
    run.state = "RESTING";
    const isWoken = run.isWoken || step.kind === "MORE";
    run.isWoken = false;
    if (isWoken) enter(run);
    else if (step.kind === "REST" && step.wakeInMs !== null) rest(run, step.wakeInMs);
    fill();
    settle();
  }

  /** A store or vault that refuses ends the turn, never the lane. */
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
    if (crew.isStopped) return;
    run.cancelTimer = clock.after(ms, () => enter(run));
  }

  function settle(): void {
    const isBusy = active > 0 || queue.length > 0 || preparing > 0;
    if (isBusy && !crew.isStopped) return;
    const resolved = idlers;
    idlers = [];
    for (const resolve of resolved) resolve();
  }
}

/** Lanes that run at the same time. */
const AT_ONCE = 4;

/** A connection is back: what waited for one, or for a scope that was locked, is tried at once. */
const ENDED_OFFLINE = {
  sql: `update cache_scope set next_retry_at = null, retry_count = 0
    where wait_reason in ('OFFLINE', 'SCOPE_LOCKED') and next_retry_at is not null`,
};

interface Run {
  readonly lane: Lane;
  state: "RESTING" | "QUEUED" | "RUNNING";
  /** Whether it was woken while it ran. */
  isWoken: boolean;
  /** Turns in a row that the store or the vault ended. */
  faults: number;
  cancelTimer: () => void;
}

/** The lanes of a device. */
export interface Lanes {
  /** Looks for something to send: after an operation was queued, at the start, after a sign-in. All scopes if none. */
  wake(scopeId?: string): void;
  /** The platform reports a connection, or the person asks to sync: waits for a connection end. */
  connection(): void;
  /** Resolves when nothing can be sent now: everything waits for a time, a person, or nothing at all. */
  idle(): Promise<void>;
  /**
   * Stops for good and waits for nothing. An answer that is still under way is not stored; its operations stay as they
   * are, and the next lanes send them again under their ids.
   */
  stop(): void;
}
