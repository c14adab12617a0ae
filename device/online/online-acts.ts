import { EVERY_SCOPE } from "../changes.ts";
import type { Core } from "../core.ts";
import type { JsonObject } from "../json.ts";
import type { Answer } from "../lanes/classify-answer.ts";
import { isUnexpected, type Statement } from "../ports/sql.ts";
import type { Session } from "../session/types.ts";
import { actKeys } from "./act-keys.ts";
import { dueActs, ENDED_OFFLINE, nextDueMs } from "./due-acts.ts";
import { loadAct, loadActs } from "./load-acts.ts";
import { ONLINE_CHECKS } from "./online-checks.ts";
import { openRequest, type OpenRequest, openSealed } from "./open-request.ts";
import { outcomeOf } from "./outcome-of.ts";
import { sendAct } from "./send-act.ts";
import { storeAct } from "./store-act.ts";
import { answerStatements, type LocalRefusal } from "./store-answer.ts";
import type { ActFilter, ActRow, ActSession, ListedAct, NewAct } from "./act-types.ts";
import type { OnlineOutcome } from "./types.ts";

/**
 * Acts that work only with a connection (docs/rooms/device.md#online-acts). An act and its idempotency key are stored
 * before the first try. After a lost answer, a kill or a restart it is repeated with the same key, so that the server
 * carries it out once. Its answer stays stored until the caller has read it.
 */
export function makeOnlineActs(core: Core, session: Session): OnlineActs {
  const { sql, clock } = core.ports;
  const running = new Map<string, Promise<OnlineOutcome>>();
  let cancelTimer = () => {};
  let isStopped = false;

  return {
    store: async (act) => (await storeAct(core, act)).actId,
    perform,
    async find(actId) {
      const row = await loadAct(sql, actId);
      return row === null ? null : await outcomeOf(core, row);
    },
    async bodyOf(actId) {
      const row = await loadAct(sql, actId);
      return row === null ? null : ((await openSealed(core, row))?.body ?? null);
    },
    async list(filter) {
      const rows = await loadActs(sql, filter);
      return await Promise.all(
        rows.map(async (row) => {
          const { actId, objectId, createdAt, sentAt } = row;
          const outcome = await outcomeOf(core, row);
          return { actId, objectId, createdAt, isSent: sentAt !== null, outcome };
        }),
      );
    },
    async retry(actId, by = session) {
      return (await loadAct(sql, actId)) === null ? null : await tryNow(actId, by);
    },
    wake() {
      void run().catch(() => null);
    },
    async connection() {
      await sql.write([ENDED_OFFLINE]);
      await run();
    },
    stop() {
      isStopped = true;
      cancelTimer();
    },
  };

  /** An open act with another request is settled first: the server may have received it. */
  async function perform(act: NewAct, by: ActSession = session): Promise<OnlineOutcome> {
    for (;;) {
      const { actId, isOther } = await storeAct(core, act);
      const outcome = await tryNow(actId, by);
      if (!isOther || outcome.kind === "OPEN") return outcome;
    }
  }

  /** The person waits, so no pause does. Without an answer, the device repeats the act by itself. */
  async function tryNow(actId: string, by: ActSession): Promise<OnlineOutcome> {
    const outcome = await tryOnce(actId, by);
    if (outcome.kind === "OPEN") await plan();
    return outcome;
  }

  /** Callers of one act at the same time share one request. */
  async function tryOnce(actId: string, by: ActSession): Promise<OnlineOutcome> {
    const known = running.get(actId);
    if (known !== undefined) return await known;
    const attempt = tryAct(actId, by).finally(() => running.delete(actId));
    running.set(actId, attempt);
    return await attempt;
  }

  async function tryAct(actId: string, by: ActSession): Promise<OnlineOutcome> {
    const row = await loadAct(sql, actId);
    if (row?.status !== "OPEN") return row === null ? RUNNING : await outcomeOf(core, row);
    const request = await openRequest(core, row);
    if (isStopped) return RUNNING;
    if (request === null) return await withoutKey(row);
    const result = await sendChecked(by, row, request);
    // The acts may have been stopped to destroy the keys. The answer is not stored, and the act is repeated.
    if (isStopped || result === null) return RUNNING;
    await store(row, result);
    core.changes.emit(row.scopeId ?? EVERY_SCOPE);
    const answered = await loadAct(sql, actId);
    return answered === null ? RUNNING : await outcomeOf(core, answered);
  }

  /** An act whose key or secret is gone ends as unreadable; one that an order hides stays closed. */
  async function withoutKey(row: ActRow): Promise<OnlineOutcome> {
    if ((await actKeys(core, row.scopeId)) === null) return RUNNING;
    await sql.write([
      {
        sql: `update online_act set status = 'UNREADABLE', body = null, next_retry_at = null
          where act_id = ? and status = 'OPEN'`,
        params: [row.actId],
      },
    ]);
    core.changes.emit(row.scopeId ?? EVERY_SCOPE);
    const marked = await loadAct(sql, row.actId);
    return marked === null ? RUNNING : await outcomeOf(core, marked);
  }

  /** @returns null if the act was replaced, or a purge order closed its scope, before it was sent. */
  async function sendChecked(
    by: ActSession,
    row: ActRow,
    request: OpenRequest,
  ): Promise<Answer | LocalRefusal | null> {
    const check = await ONLINE_CHECKS[row.actType]?.();
    const checked = (await check?.(core, by, { row, request })) ?? null;
    if (checked !== null) return checked.kind === "WAIT" ? checked.answer : checked;
    if (isStopped || !(await markSent(row))) return null;
    return await sendAct(by, request);
  }

  /** Stored before the first try, so that an act that may have arrived is never replaced. */
  async function markSent({ actId, sentAt }: ActRow): Promise<boolean> {
    if (sentAt !== null) return true;
    const set = `update online_act set sent_at = ? where act_id = ? and status = 'OPEN'`;
    const statement = { sql: set, params: [clock.now(), actId], changes: 1 };
    return await written(async () => await Promise.resolve([statement]));
  }

  /** An effect decides from rows that may change before the write; it then decides again. */
  async function store(row: ActRow, result: Answer | LocalRefusal): Promise<void> {
    for (let tries = 1; tries <= MOST_TRIES; tries += 1)
      if (await written(async () => await answerStatements(core, row, result))) return;
  }

  /** @returns false if a row has changed meanwhile, such as by a purge order. */
  async function written(statements: () => Promise<readonly Statement[]>): Promise<boolean> {
    try {
      await sql.write(await statements());
      return true;
    } catch (fault) {
      if (!isUnexpected(fault)) throw fault;
      return false;
    }
  }

  /** Repeats the acts that are due, one after another. */
  async function run(): Promise<void> {
    for (const actId of await dueActs(sql, clock.now())) {
      if (isStopped) return;
      await tryOnce(actId, session);
    }
    await plan();
  }

  async function plan(): Promise<void> {
    const next = await nextDueMs(sql, clock.now());
    if (next === null || isStopped) return;
    cancelTimer();
    cancelTimer = clock.after(Math.max(next, LEAST_REST_MS), () => void run().catch(() => null));
  }
}

/** The online acts of a device. */
export interface OnlineActs {
  /** Stores an act like `perform`, for `retry` to try. @returns the id of the stored or open act. */
  store(act: NewAct): Promise<string>;
  /**
   * Stores an act and tries it at once, because the person waits. If an act of this type on this object is open with
   * the same request, that one is tried instead. One with another request that the server may have received is settled
   * first; while it has no answer, the new one is not stored. A repeated id is the same act.
   *
   * @param by the session of the call, if it is not the device's.
   */
  perform(act: NewAct, by?: ActSession): Promise<OnlineOutcome>;
  /** The outcome of an act; null if the device does not have it. */
  find(actId: string): Promise<OnlineOutcome | null>;
  /** The body of an act without an answer, as its caller gave it; null if there is none, or its key is gone. */
  bodyOf(actId: string): Promise<JsonObject | null>;
  /** The stored acts of one type, newest first. */
  list(filter: ActFilter): Promise<readonly ListedAct[]>;
  /** Tries a stored act at once; null if the device does not have it. */
  retry(actId: string, by?: ActSession): Promise<OnlineOutcome | null>;
  /** Repeats the acts that are due: at the start, and after a sign-in. */
  wake(): void;
  /** Ends the waits for a connection, and resolves once each act that is due was tried. */
  connection(): Promise<void>;
  /** Stops for good; no answer is stored afterwards. */
  stop(): void;
}

/** Pause between two tries. Without it the loop would spin while the clock is stopped. */
const LEAST_REST_MS = 100;

const MOST_TRIES = 3;

const RUNNING: OnlineOutcome = { kind: "OPEN", waitsFor: "RETRY_AT", retryAt: null };
