import { setTimeout as pause } from "node:timers/promises";
import type { Lock, Locker } from "@tus/server";
import { Client } from "pg";
import { stateConflict } from "../../contract/state-conflict.ts";
import {
  CONNECTION_LIMITS,
  watchSilence,
  type SilenceWatch,
} from "../platform/pipeline/silence.ts";

/** Locks of files being uploaded: one writer per file across all processes. */
export interface UploadLocks extends Locker {
  /** Asks all requests with locks to end: what has arrived is kept, and their senders continue at another process. */
  endAll(): void;
  close(): Promise<void>;
}

/** Asks the request that has the lock to end. */
type RequestRelease = () => Promise<void> | void;

/** Database of the locks, and the longest wait for one. */
export interface UploadLocksOptions {
  readonly url: string;
  readonly waitMs?: number;
}

const WAIT_MS = 10_000;
const POLL_MS = 50;

/**
 * Opens locks that all processes share. They belong to one database session per process: a killed process releases
 * its locks at once, so that a device can continue. If the session breaks, the requests with locks are asked to end;
 * the hash detects a file with two writers. No transaction and no pool connection stays open while bytes trickle in.
 */
export function openUploadLocks({ url, waitMs = WAIT_MS }: UploadLocksOptions): UploadLocks {
  const locked = new Map<string, RequestRelease>();
  const endAll = () => {
    for (const release of locked.values()) void release();
  };
  const session = openSession(url, endAll);
  const acquire = async (id: string, signal: AbortSignal, release: RequestRelease) => {
    const until = performance.now() + waitMs;
    while (!(await tryAcquire(id, release))) {
      if (signal.aborted || performance.now() > until)
        throw stateConflict("UPLOAD_BUSY", { retryAfterSeconds: 5 });
      await pause(POLL_MS);
    }
  };
  const tryAcquire = async (id: string, release: RequestRelease): Promise<boolean> => {
    const holder = locked.get(id);
    if (holder !== undefined) {
      await holder();
      return false;
    }
    locked.set(id, release);
    let acquired = false;
    try {
      acquired = await session.tryLock(id);
    } finally {
      if (!acquired) locked.delete(id);
    }
    return acquired;
  };
  const unlock = async (id: string) => {
    try {
      await session.unlock(id);
    } finally {
      locked.delete(id);
    }
  };
  const newLock = (id: string): Lock => ({
    lock: (signal, release) => acquire(id, signal, release),
    unlock: () => unlock(id),
  });
  return { newLock, endAll, close: () => session.close() };
}

/** A session, and the watch that closes it when it falls silent. */
interface Session {
  readonly client: Client;
  readonly sent: SilenceWatch;
}

/** Advisory locks of one session, which opens with the first lock. */
function openSession(url: string, onLost: () => void) {
  let opened: Promise<Session> | null = null;
  const open = async (): Promise<Session> => {
    const client = newClient(url);
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
    return { client, sent: watchSilence(client, CONNECTION_LIMITS.answerMs) };
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
      const answered = sent();
      const { rows } = await client
        .query<{ locked: boolean }>(
          "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
          [id],
        )
        .finally(answered);
      return rows[0]?.locked === true;
    },
    /** If the session is gone, so is the lock: nothing to release. */
    async unlock(id: string): Promise<void> {
      const session = await opened?.catch(() => null);
      await session?.client
        .query("select pg_advisory_unlock(hashtextextended($1, 0))", [id])
        .catch(() => undefined)
        .finally(session.sent());
    },
    async close(): Promise<void> {
      const session = await opened?.catch(() => null);
      opened = null;
      await session?.client.end();
    },
  };
}

/** Uploads that begin at once share the session; each statement stands alone. */
function newClient(url: string): Client {
  return new Client({
    connectionString: url,
    application_name: "sideline-uploads",
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
  });
}
