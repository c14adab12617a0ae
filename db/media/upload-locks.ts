import { setTimeout as pause } from "node:timers/promises";
import type { Lock, Locker } from "@tus/server";
import { Client } from "pg";
import { stateConflict } from "../../contract/state-conflict.ts";
import { CONNECTION_LIMITS, watchAnswers } from "../platform/connection/connection-limits.ts";

/** Asks the request that holds a lock to come to an end. */
type RequestRelease = () => Promise<void> | void;

/** Locks of files on their way, one writer each in all processes. */
export interface UploadLocks extends Locker {
  close(): Promise<void>;
}

/** Where the locks are, and how long one is waited for. */
export interface UploadLocksOptions {
  readonly url: string;
  readonly waitMs?: number;
}

const WAIT_MS = 10_000;
const POLL_MS = 50;

/**
 * Opens locks that every process shares. They belong to one session of the database that each process
 * keeps for them: a process that is killed lets go of its own at once, so that a device goes on where it
 * was. A session that breaks off asks their holders to end; what two writers then made is found out by
 * the hash. No transaction stays open and no connection of the pool is held while bytes trickle in.
 */
export function openUploadLocks({ url, waitMs = WAIT_MS }: UploadLocksOptions): UploadLocks {
  const held = new Map<string, RequestRelease>();
  const session = openSession(url, () => {
    for (const release of held.values()) void release();
  });
  const take = async (id: string, signal: AbortSignal, release: RequestRelease) => {
    const until = performance.now() + waitMs;
    while (!(await tryTake(id, release))) {
      if (signal.aborted || performance.now() > until)
        throw stateConflict("UPLOAD_BUSY", { retryAfterSeconds: 5 });
      await pause(POLL_MS);
    }
  };
  const tryTake = async (id: string, release: RequestRelease): Promise<boolean> => {
    const holder = held.get(id);
    if (holder !== undefined) {
      await holder();
      return false;
    }
    held.set(id, release);
    let taken = false;
    try {
      taken = await session.tryLock(id);
    } finally {
      if (!taken) held.delete(id);
    }
    return taken;
  };
  const letGo = async (id: string) => {
    try {
      await session.unlock(id);
    } finally {
      held.delete(id);
    }
  };
  const newLock = (id: string): Lock => ({
    lock: (signal, release) => take(id, signal, release),
    unlock: () => letGo(id),
  });
  return { newLock, close: () => session.close() };
}

/** A session, and whom to give the answer of each of its statements to. */
interface Session {
  readonly client: Client;
  readonly sent: (answer: unknown) => void;
}

/** Advisory locks of one session, which begins when the first is taken. */
function openSession(url: string, onLost: () => void) {
  let opened: Promise<Session> | null = null;
  const open = async (): Promise<Session> => {
    const client = new Client({
      connectionString: url,
      application_name: "sideline-uploads",
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    let lost = false;
    const lose = () => {
      if (lost || opened === null) return;
      lost = true;
      opened = null;
      onLost();
    };
    client.on("error", lose);
    client.once("end", lose);
    await client.connect();
    return { client, sent: watchAnswers(client, CONNECTION_LIMITS.answerMs) };
  };
  const current = async (): Promise<Session> => {
    opened ??= open();
    try {
      return await opened;
    } catch (error) {
      opened = null;
      throw error;
    }
  };
  return {
    async tryLock(id: string): Promise<boolean> {
      const { client, sent } = await current();
      const answer = client.query<{ taken: boolean }>(
        "select pg_try_advisory_lock(hashtextextended($1, 0)) as taken",
        [id],
      );
      sent(answer);
      const { rows } = await answer;
      return rows[0]?.taken === true;
    },
    /** Gone with its session, a lock needs no letting go. */
    async unlock(id: string): Promise<void> {
      const session = await opened?.catch(() => null);
      const unlocked = session?.client
        .query("select pg_advisory_unlock(hashtextextended($1, 0))", [id])
        .catch(() => undefined);
      session?.sent(unlocked);
      await unlocked;
    },
    async close(): Promise<void> {
      const session = await opened?.catch(() => null);
      opened = null;
      await session?.client.end();
    },
  };
}
