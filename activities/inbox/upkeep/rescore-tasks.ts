import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { insertInboxChanges } from "../../../db/inbox/changes/insert-inbox-changes.ts";
import { listTasksToRescore, rescoreDueTasks } from "../../../db/inbox/rescore-due-tasks.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { type FaultLog, bisectWork } from "../../bisect-work.ts";

/**
 * Rescores tasks whose score changes with time (docs/rooms/inbox.md#score), without scope locks, from their own
 * columns. Tasks that an act has locked wait for the next run.
 */
export async function rescoreTasks(
  em: SqlEntityManager,
  { except }: RescoreInput,
  log?: FaultLog,
): Promise<RescoredSlice> {
  const ids = await transact(em, (tx) => listTasksToRescore(tx, { except, limit: SLICE }));
  const failed: string[] = [];
  const { doneCount: rescoredCount } = await bisectWork(ids, {
    together: (some) => transact(em, (tx) => rescore(tx, some)),
    async alone(taskId, error) {
      const failureClass = faultClassOf(error);
      log?.error({ taskId, failureClass, err: error }, "a task was not scored anew");
      failed.push(taskId);
    },
  });
  return { rescoredCount, failed, full: ids.length === SLICE };
}

/** Tasks of one slice. */
const SLICE = 1_000;

export interface RescoreInput {
  /** Tasks that failed; they do not delay the others. */
  readonly except: readonly string[];
}

export interface RescoredSlice {
  readonly rescoredCount: number;
  /** Ids of tasks that failed. */
  readonly failed: readonly string[];
  /** True if there may be more. */
  readonly full: boolean;
}

/** The whole order may change, so consoles read their lists again. */
async function rescore(tx: Tx, ids: readonly string[]): Promise<number> {
  const rescored = await rescoreDueTasks(tx, ids);
  await insertInboxChanges(executorOf(tx), rescored, { now: await clockNow(tx), isReload: true });
  return rescored.length;
}
