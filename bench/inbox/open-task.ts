import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { z } from "zod";
import { post } from "../load.ts";
import type { BenchStack } from "../stack/stack.ts";

const answerSchema = z.object({ data: z.object({ taskId: z.string() }) });

/** Opens the task that is copied: another system sends a client's message to the inbox. */
export async function openTask(
  stack: BenchStack,
  database: Client,
  workspaceId: string,
): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    "select id from relationship where workspace_id = $1 order by id limit 1",
    [workspaceId],
  );
  const event = {
    source: "bench",
    eventId: randomUUID(),
    type: "ClientMessageNeedsReply",
    workspaceId,
    relationshipId: rows[0]?.id,
    subjectId: randomUUID(),
    occurredAt: new Date().toISOString(),
    severity: "NORMAL",
  };
  const token = await stack.run("tools/token.ts", ["--service"]);
  const url = `${stack.urls.api}/api/v1/internal/source-events`;
  answerSchema.parse(JSON.parse(await post(url, JSON.stringify(event), token)));
}
