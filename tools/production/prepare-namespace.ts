import { Connection } from "@temporalio/client";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureNamespace } from "../../workers/worker/ensure-namespace.ts";

/** Creates the namespace with the actors' search attributes, once the services have found each other. Idempotent. */
export async function prepareNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_MS });
  try {
    await untilPrepared(() => ensureNamespace(connection, namespace));
  } finally {
    await connection.close();
  }
}

const CONNECT_MS = 10_000;
/** Histories share the shards out among themselves meanwhile. */
const LIMIT_MS = 60_000;
const ASK_AGAIN_MS = 500;

async function untilPrepared(prepare: () => Promise<void>): Promise<void> {
  for (const startedAt = performance.now(); ;) {
    try {
      return await prepare();
    } catch (error) {
      if (performance.now() - startedAt > LIMIT_MS) throw error;
      await sleep(ASK_AGAIN_MS);
    }
  }
}
