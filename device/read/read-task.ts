import { isJsonObject } from "../json.ts";
import { isAnswered } from "./is-answered.ts";
import { isTask } from "./is-today-answer.ts";
import type { ReadFailure, SliceContext } from "./slices/types.ts";
import { taskStatement } from "./store-day.ts";

/**
 * Reads one task, which costs less than its day, and stores it unless a newer revision is stored.
 *
 * @returns why it was not read; null also if the server has no such task.
 */
export async function readTask(
  { core, session, scope }: SliceContext,
  taskId: string,
): Promise<ReadFailure | null> {
  const path = `/api/v1/client/quick-log/tasks/${encodeURIComponent(taskId)}`;
  const answer = await session.call({ method: "GET", path });
  // A draft's id is no task, and a task may be gone.
  if (answer.kind !== "ANSWER") return isAnswered(answer) ? null : answer;
  const task = isJsonObject(answer.data) ? answer.data["task"] : null;
  if (!isTask(task)) return null;
  const store = { rows: core.rows, scope, readAt: core.ports.clock.now() };
  await core.ports.sql.write([await taskStatement(store, task, null)]);
  return null;
}
