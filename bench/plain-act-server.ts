import type { Server } from "node:http";
import express from "express";
import { Pool, type PoolClient } from "pg";

/** A running baseline. */
export interface PlainActServer {
  readonly url: string;
  readonly close: () => void;
}

/**
 * Serves a baseline of acts on a task as `POST /tasks/{taskId}/{act}`: each on its own connection, behind Express.
 *
 * @param change does the act in its own transaction and returns the answer.
 */
export function startPlainActServer<Act extends string>(
  databaseUrl: string,
  acts: readonly Act[],
  change: (client: PoolClient, taskId: string, act: Act) => Promise<unknown>,
): Promise<PlainActServer> {
  const pool = new Pool({ connectionString: databaseUrl, max: 8 });
  const app = express().use(express.json());
  app.post("/tasks/:taskId/:act", async (request, response) => {
    const { taskId } = request.params;
    const act = acts.find((known) => known === request.params.act);
    if (act === undefined) return void response.sendStatus(404);
    const client = await pool.connect();
    try {
      response.json({ data: await change(client, taskId, act) });
    } finally {
      client.release();
    }
  });
  return new Promise((started) => {
    const server: Server = app.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? address?.port : 0;
      const close = () => {
        server.closeAllConnections();
        server.close();
        void pool.end();
      };
      started({ url: `http://127.0.0.1:${port}`, close });
    });
  });
}

/** Outbox rows as the product writes them, but dead, so that its relay does not deliver them. */
export async function addDeadOutboxRows(
  client: PoolClient,
  taskId: string,
  rows: number,
): Promise<void> {
  await client.query(
    `insert into outbox (id, consumer, key, event_id, type, subject_id, version, refs, occurred_at,
                         available_at, dead_at)
     select gen_random_uuid(), 'bench', $1::text, gen_random_uuid(), 'Bench', $1::uuid, 0, '{}', now(),
            now(), now() from generate_series(1, $2::integer)`,
    [taskId, rows],
  );
}
