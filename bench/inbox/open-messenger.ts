import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { z } from "zod";
import { post } from "../load.ts";
import type { BenchStack } from "../stack/stack.ts";

const answerSchema = z.object({ data: z.object({ taskId: z.string() }) });

/** Another system that reports clients' messages to the inbox. */
export interface Messenger {
  readonly relationshipIds: readonly string[];
  /** Reports a message of a client in a conversation, which opens or refreshes a task. */
  readonly report: (relationshipId: string, conversationId: string) => Promise<void>;
}

/** Opens a messenger of all clients of a workspace. Its token lives for five minutes. */
export async function openMessenger(
  stack: BenchStack,
  database: Client,
  workspaceId: string,
): Promise<Messenger> {
  const { rows } = await database.query<{ id: string }>(
    "select id from relationship where workspace_id = $1 order by id",
    [workspaceId],
  );
  const token = await stack.run("tools/token.ts", ["--service"]);
  const url = `${stack.urls.api}/api/v1/internal/source-events`;
  return {
    relationshipIds: rows.map(({ id }) => id),
    async report(relationshipId, subjectId) {
      const event = {
        source: "bench",
        eventId: randomUUID(),
        type: "ClientMessageNeedsReply",
        workspaceId,
        relationshipId,
        subjectId,
        occurredAt: new Date().toISOString(),
        severity: "NORMAL",
      };
      answerSchema.parse(JSON.parse(await post(url, JSON.stringify(event), token)));
    },
  };
}
