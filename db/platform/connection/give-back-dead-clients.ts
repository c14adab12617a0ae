import type { Pool, PoolClient } from "pg";

/**
 * Returns connections to the pool that ended while checked out. A transaction returns its own with its rollback,
 * which a dead connection cannot do. Without this, each transaction cut off by the database would cost the pool one
 * slot for good.
 */
export function giveBackDeadClients(pool: Pool): void {
  const lent = new Set<PoolClient>();
  pool.on("acquire", (client) => lent.add(client));
  pool.on("release", (_error, client) => lent.delete(client));
  pool.on("connect", (client) => {
    client.once("end", () => {
      const giveBack = () => void (lent.has(client) && client.release(true));
      setTimeout(giveBack, GRACE_MS);
    });
  });
}

/** Code that runs a single statement returns its connection well within this time. */
const GRACE_MS = 250;
