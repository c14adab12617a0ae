import type { Pool, PoolClient } from "pg";

/** Whoever runs a single statement gives its connection back well within this time. */
const GRACE_MS = 250;

/**
 * Gives connections back to the pool that ended while they were lent out. A transaction gives its own
 * back with its rollback, which a dead connection cannot do: without this, each transaction that the
 * database cuts off would take one place of the pool for good.
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
