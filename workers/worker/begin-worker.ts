import { setTimeout as sleep } from "node:timers/promises";
import { NativeConnection } from "@temporalio/worker";
import type { Logger } from "pino";
import {
  connectionOptions,
  isNamespaceForeign,
  type TemporalOptions,
  type TemporalServer,
} from "../outside/temporal-options.ts";
import { StartRefused } from "../start/start-refused.ts";
import { ensureNamespace } from "./ensure-namespace.ts";

/**
 * Connects a worker to Temporal and creates it. A missing namespace is created. It waits for a server that
 * is down and for a link that falls silent meanwhile.
 *
 * @returns null if the process gets a stop signal meanwhile.
 * @throws what `make` throws, unless the link to Temporal is the cause.
 * @throws StartRefused if others administer the namespace and it is not complete.
 */
export async function beginWorker<Made>(
  temporal: TemporalOptions,
  { make, log, stop }: WorkerBeginning<Made>,
): Promise<BegunWorker<Made> | null> {
  const stopped = sleep(0x7f_ff_ff_ff, null, { signal: stop, ref: false }).catch(() => null);
  for (let isLogged = false; !stop.aborted; isLogged = true) {
    try {
      return await Promise.race([beginOnce(temporal, make), stopped]);
    } catch (error) {
      if (error instanceof NotMade) throw error.cause;
      if (error instanceof StartRefused) throw error;
      if (!isLogged && !stop.aborted)
        log.warn({ err: error }, "Temporal is away; the worker waits for it");
      await sleep(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }
  return null;
}

const PAUSE_MS = 1_000;
const LIMIT_MS = 5_000;

/** How to start a worker. */
export interface WorkerBeginning<Made> {
  /** Creates the parts that use the connection. */
  readonly make: (connection: NativeConnection) => Promise<Made>;
  readonly log: Logger;
  readonly stop: AbortSignal;
}

/** The started parts and their connection. */
export interface BegunWorker<Made> {
  readonly connection: NativeConnection;
  readonly made: Made;
}

/** A fault that is not the link's: waiting would not help. */
class NotMade extends Error {}

async function beginOnce<Made>(
  temporal: TemporalOptions,
  make: WorkerBeginning<Made>["make"],
): Promise<BegunWorker<Made>> {
  const connection = await connectInTime(temporal);
  try {
    await ensureNamespace(connection, temporal.namespace, isNamespaceForeign(temporal));
    return { connection, made: await makeOn(connection, make) };
  } catch (error) {
    // If one worker was created before another failed, it keeps the connection open; neither uses it.
    await connection.close().catch(() => undefined);
    throw error;
  }
}

/** The SDK detects a silent link after 45 s and then throws its own error. */
async function makeOn<Made>(
  connection: NativeConnection,
  make: WorkerBeginning<Made>["make"],
): Promise<Made> {
  try {
    return await make(connection);
  } catch (cause) {
    const isOfLink = cause instanceof Error && cause.name === "TransportError";
    throw isOfLink ? cause : new NotMade("not made", { cause });
  }
}

/** Gives up on a server that accepts the connection but never answers. */
async function connectInTime(server: TemporalServer): Promise<NativeConnection> {
  const late = new AbortController();
  const connecting = NativeConnection.connect(connectionOptions(server));
  const outOfTime = sleep(LIMIT_MS, null, { signal: late.signal }).catch(() => null);
  try {
    const connection = await Promise.race([connecting, outOfTime]);
    if (connection !== null) return connection;
    void connecting.then((unwanted) => unwanted.close()).catch(() => undefined);
    throw new Error(`Temporal did not answer within ${LIMIT_MS} ms`);
  } finally {
    late.abort();
  }
}
