import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { faultClassOf } from "../../../db/fault-class.ts";
import { executorOf } from "../../../db/pipeline.ts";
import { insertInboxChanges } from "../../../db/inbox/changes/insert-changes.ts";
import { listTasksToRescore, rescoreDueTasks } from "../../../db/inbox/rescore-tasks.ts";
import { clockNow, transact, type Tx } from "../../../db/transact.ts";
import { type FaultLog, bisectWork } from "../../bisect-work.ts";

/** Tasks of one slice. */
const SLICE = 1_000;

export interface RescoreInput {
  /** Tasks that failed by themselves: they hold up nobody else. */
  readonly except: readonly string[];
}

export interface RescoredSlice {
  readonly rescoredCount: number;
  /** Ids of tasks that failed by themselves. */
  readonly failed: readonly string[];
  /** There may be more. */
  readonly full: boolean;
}

/**
 * Scores the tasks anew whose score time has changed (docs/rooms/inbox.md#score): under no scope's lock, from their own
 * columns alone. What an act holds right now is left to the next look.
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

/** The order moves as a whole: consoles read their lists afresh. */
async function rescore(tx: Tx, ids: readonly string[]): Promise<number> {
  const rescored = await rescoreDueTasks(tx, ids);
  await insertInboxChanges(executorOf(tx), rescored, { now: await clockNow(tx), isReload: true });
  return rescored.length;
}
