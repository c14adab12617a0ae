import { randomUUID } from "node:crypto";
import express from "express";
import { Pool, type PoolClient } from "pg";
import { z } from "zod";

const sessionSchema = z.object({
  exerciseId: z.string(),
  userId: z.string(),
  workspaceId: z.string(),
});

/**
 * The baseline: the rows of a video session as a simple handler would write them, behind Express. It uses two
 * transactions, because the provider's call is between them. It has no guard, no schema and no quota.
 */
export function startPlainSessions(
  databaseUrl: string,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const pool = new Pool({ connectionString: databaseUrl, max: 8 });
  const app = express().use(express.json());
  app.post("/sessions", async (request, response) => {
    const client = await pool.connect();
    try {
      const accessId = await reserve(client, sessionSchema.parse(request.body));
      await client.query(
        `insert into media_access_end (access_id, state, outcome, video_seconds, minutes, ended_at)
         values ($1, 'COUNTED', 'HAS_MEDIA', 60, 1, now())`,
        [accessId],
      );
      response.json({ data: { accessId } });
    } finally {
      client.release();
    }
  });
  return new Promise((started) => {
    const server = app.listen(0, "127.0.0.1", () => {
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

async function reserve(
  client: PoolClient,
  { exerciseId, userId, workspaceId }: z.infer<typeof sessionSchema>,
): Promise<string> {
  const accessId = randomUUID();
  await client.query("begin");
  const { rows } = await client.query<{ provider_key: string; provider_exercise_id: string }>(
    "select provider_key, provider_exercise_id from exercise where id = $1",
    [exerciseId],
  );
  const { provider_key: providerKey, provider_exercise_id: providerExerciseId } = rows[0] ?? {};
  await client.query("select * from media_allowance where provider_key = $1 for update", [
    providerKey,
  ]);
  await client.query(
    `select count(distinct exercise_id), sum(minutes) from media_access
      where provider_key = $1 and accessed_at > now() - interval '31 days'`,
    [providerKey],
  );
  await client.query(
    `insert into media_access (id, provider_key, exercise_id, provider_exercise_id, actor_user_id, workspace_id,
       surface, counted_as_new_unique, minutes, accessed_at)
     values ($1, $2, $3, $4, $5, $6, 'WEB', false, 1, now())`,
    [accessId, providerKey, exerciseId, providerExerciseId, userId, workspaceId],
  );
  await client.query("commit");
  return accessId;
}
