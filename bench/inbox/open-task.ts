import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import type { BenchStack } from "../stack/stack.ts";
import { openMessenger } from "./open-messenger.ts";

/** Opens the task that is copied: another system sends a client's message to the inbox. */
export async function openTask(
  stack: BenchStack,
  database: Client,
  workspaceId: string,
): Promise<void> {
  const { relationshipIds, report } = await openMessenger(stack, database, workspaceId);
  await report(relationshipIds[0] ?? "", randomUUID());
}
