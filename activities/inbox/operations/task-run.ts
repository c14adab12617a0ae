import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { nextRevision, type Revised } from "../../../rules/sync/judge-revision.ts";

/**
 * The lineage that made the newest revisions of a task. Another change after the
 * last revision of a run, online or by a timer, ends that run implicitly.
 */
export function taskRun(task: RunningTask): Revised {
  const { revision, runRevision, runLineageId, runBeforeRevision } = task;
  if (runRevision !== revision || runBeforeRevision === null)
    return { revision, changedByLineageId: null, revisionBeforeRun: revision };
  return { revision, changedByLineageId: runLineageId, revisionBeforeRun: runBeforeRevision };
}

/** The fields of a task that describe its newest changes. */
type RunningTask = Pick<
  CoachTask,
  "revision" | "runRevision" | "runLineageId" | "runBeforeRevision"
>;

/** Starts or continues the run of the lineage that changed a task. */
export function continueRun(task: CoachTask, revisionBefore: number, lineageId: string): void {
  const { runRevision, runLineageId, runBeforeRevision } = task;
  const former = { revision: revisionBefore, runRevision, runLineageId, runBeforeRevision };
  const run = nextRevision(taskRun(former), lineageId);
  task.runLineageId = lineageId;
  task.runBeforeRevision = run.revisionBeforeRun;
  task.runRevision = task.revision;
}
