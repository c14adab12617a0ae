import { setTimeout as sleep } from "node:timers/promises";
import { NativeConnection } from "@temporalio/worker";
import type { Logger } from "pino";
import type { TemporalOptions } from "../outside/temporal-client.ts";
import { ensureNamespace } from "./ensure-namespace.ts";

const PAUSE_MS = 1_000;
const LIMIT_MS = 5_000;

/** How a worker begins. */
export interface WorkerBeginning<Made> {
  /** Makes what works on the connection. */
  readonly make: (connection: NativeConnection) => Promise<Made>;
  readonly log: Logger;
  readonly stop: AbortSignal;
}

/** What began, and the connection that it works on. */
export interface BegunWorker<Made> {
  readonly connection: NativeConnection;
  readonly made: Made;
}

/**
 * Connects a worker to Temporal and makes it, in a namespace that is made where it is not there; a server that is
 * away, or a link that falls silent meanwhile, is waited for.
 *
 * @returns null when the process is told to stop meanwhile.
 * @throws what `make` throws for another reason than the link.
 */
export async function beginWorker<Made>(
  temporal: TemporalOptions,
  { make, log, stop }: WorkerBeginning<Made>,
): Promise<BegunWorker<Made> | null> {
  const stopped = sleep(0x7f_ff_ff_ff, null, { signal: stop, ref: false }).catch(() => null);
  for (let told = false; !stop.aborted; told = true) {
    try {
      return await Promise.race([beginOnce(temporal, make), stopped]);
    } catch (error) {
      if (error instanceof NotMade) throw error.cause;
      if (!told && !stop.aborted)
        log.warn({ err: error }, "Temporal is away; the worker waits for it");
      await sleep(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }
  return null;
}

/** Another reason than the link: waiting would not help. */
class NotMade extends Error {}

async function beginOnce<Made>(
  { address, namespace }: TemporalOptions,
  make: WorkerBeginning<Made>["make"],
): Promise<BegunWorker<Made>> {
  const connection = await connectInTime(address);
  try {
    await ensureNamespace(connection, namespace);
    return { connection, made: await makeOn(connection, make) };
  } catch (error) {
    // A worker that was made before another was not keeps the connection open; neither asks anything on it.
    await connection.close().catch(() => undefined);
    throw error;
  }
}

/** The SDK finds out after 45 s that a link fell silent, and names that by its own error. */
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

/** Somebody who takes the connection and says nothing is not waited for. */
async function connectInTime(address: string): Promise<NativeConnection> {
  const late = new AbortController();
  const connecting = NativeConnection.connect({ address });
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
