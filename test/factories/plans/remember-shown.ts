import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { loadTasks } from "../../../db/agenda/queries.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";

/** Reads what copied tasks show, as a process that serves them has done before. */
export async function rememberShown(
  em: SqlEntityManager,
  relationshipId: string,
  tasks: readonly DayTask[],
): Promise<void> {
  const taskIds = tasks.map(({ id }) => id);
  await loadTasks(executorOf(em.fork()), relationshipId, taskIds);
}
