import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { nextRevision, type Revised } from "../../../rules/sync/judge-revision.ts";

/** What a task remembers of its newest changes. */
type RunningTask = Pick<
  CoachTask,
  "revision" | "runRevision" | "runLineageId" | "runBeforeRevision"
>;

/**
 * Who made the newest revisions of a task. What a run was told of is its last revision: whoever else has changed the
 * task since, online or by time, has ended it without a word.
 */
export function runOf(task: RunningTask): Revised {
  const { revision, runRevision, runLineageId, runBeforeRevision } = task;
  if (runRevision !== revision || runBeforeRevision === null)
    return { revision, changedByLineageId: null, revisionBeforeRun: revision };
  return { revision, changedByLineageId: runLineageId, revisionBeforeRun: runBeforeRevision };
}

/** A task that a lineage has changed: its run begins, or goes on. */
export function goOnRun(task: CoachTask, revisionBefore: number, lineageId: string): void {
  const { runRevision, runLineageId, runBeforeRevision } = task;
  const former = { revision: revisionBefore, runRevision, runLineageId, runBeforeRevision };
  const run = nextRevision(runOf(former), lineageId);
  task.runLineageId = lineageId;
  task.runBeforeRevision = run.revisionBeforeRun;
  task.runRevision = task.revision;
}
