import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { z } from "zod";
import { countedLoop, post } from "../load.ts";
import type { BenchStack } from "../stack/stack.ts";

const answerSchema = z.object({
  data: z.object({ taskId: z.string().nullable(), outcome: z.string() }),
});

/** Another system that sends messages to the inbox. */
export interface Messenger {
  /** Sends a message in a client's conversation; returns the id of its task. */
  readonly report: (relationshipId: string, conversationId: string) => Promise<string>;
  readonly relationshipIds: readonly string[];
}

/** A service with its own token; tokens live for five minutes, so each part requests one. */
export async function openMessenger(
  stack: BenchStack,
  database: Client,
  workspaceId: string,
): Promise<Messenger> {
  const token = await stack.run("tools/token.ts", ["--service"]);
  const { rows } = await database.query<{ id: string }>(
    "select id from relationship where workspace_id = $1 order by id",
    [workspaceId],
  );
  const report: Messenger["report"] = async (relationshipId, subjectId) => {
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
    const url = `${stack.urls.api}/api/v1/internal/source-events`;
    const { taskId } = answerSchema.parse(
      JSON.parse(await post(url, JSON.stringify(event), token)),
    ).data;
    if (taskId === null) throw new Error("A message opened no task");
    return taskId;
  };
  return { report, relationshipIds: rows.map(({ id }) => id) };
}

/** Opens new tasks, each of its own conversation, spread over the clients. */
export async function openTasks(
  { report, relationshipIds }: Messenger,
  count: number,
): Promise<readonly string[]> {
  const opened: string[] = [];
  const left = Array.from({ length: count }, (_, nth) => nth);
  const one = async () => {
    const nth = left.pop() ?? 0;
    opened.push(await report(relationshipIds[nth % relationshipIds.length] ?? "", randomUUID()));
  };
  await countedLoop(one, { connections: 8, count });
  return opened;
}

/** Waits until the outbox is empty; returns the seconds it took. */
export async function untilDelivered(database: Client): Promise<number> {
  const from = performance.now();
  for (;;) {
    const { rows } = await database.query<{ left: number }>(
      `select count(*)::int as left from outbox
        where dead_at is null and available_at < clock_now() + interval '1 minute'`,
    );
    if (rows[0]?.left === 0) return (performance.now() - from) / 1_000;
    await sleep(100);
  }
}
