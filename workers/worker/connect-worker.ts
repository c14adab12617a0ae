import { setTimeout as sleep } from "node:timers/promises";
import { NativeConnection } from "@temporalio/worker";
import type { Logger } from "pino";
import type { TemporalOptions } from "../outside/temporal-client.ts";
import { ensureNamespace } from "./ensure-namespace.ts";

const PAUSE_MS = 1_000;
const LIMIT_MS = 5_000;

/**
 * Connects a worker to Temporal, in a namespace that is made where it is not there; a server that is away is
 * waited for.
 *
 * @returns null when the process is told to stop meanwhile.
 */
export async function connectWorker(
  temporal: TemporalOptions,
  { log, stop }: { readonly log: Logger; readonly stop: AbortSignal },
): Promise<NativeConnection | null> {
  for (let told = false; !stop.aborted; told = true) {
    try {
      return await connectOnce(temporal);
    } catch (error) {
      if (!told && !stop.aborted)
        log.warn({ err: error }, "Temporal is away; the worker waits for it");
      await sleep(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }
  return null;
}

async function connectOnce({ address, namespace }: TemporalOptions): Promise<NativeConnection> {
  const connection = await connectInTime(address);
  try {
    await ensureNamespace(connection, namespace);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
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
