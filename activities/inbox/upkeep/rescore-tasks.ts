import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { insertInboxChanges } from "../../../db/inbox/changes/insert-inbox-changes.ts";
import { sumTaskCounts } from "../../../db/inbox/counts/kept-counts.ts";
import { listTasksToRescore, rescoreDueTasks } from "../../../db/inbox/rescore-due-tasks.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { type FaultLog, bisectWork } from "../../bisect-work.ts";

/**
 * Rescores tasks whose score changes with time (docs/rooms/inbox.md#score), without scope locks, from their own
 * columns. Tasks that an act has locked wait for the next run. At the end it sums the kept counts of clients whose
 * tasks changed (docs/rooms/inbox.md#kept-counts).
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
      log?.error({ taskId, failureClass, err: error }, "a task was not scored again");
      failed.push(taskId);
    },
  });
  const full = ids.length === SLICE;
  if (!full) await transact(em, (tx) => sumTaskCounts(tx, SUMMED));
  return { rescoredCount, failed, full };
}

/** Tasks of one slice. */
const SLICE = 1_000;
/** Changes of counts that one run sums; the next run finds the rest. */
const SUMMED = 5_000;

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
