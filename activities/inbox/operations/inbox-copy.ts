import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import { insertInboxChanges } from "../../../db/inbox/changes/insert-inbox-changes.ts";
import type { OpenSubmission } from "../../../db/inbox/sources/open-submissions.ts";
import { writeLockedTasks } from "../../../db/inbox/lock-tasks.ts";
import { type ClientState, insertTaskEvents } from "../../../db/inbox/inbox-rows.ts";
import { coachTaskRefetch } from "../../../rules/inbox/coach-task-refetch.ts";
import { isUnresolved } from "../../../rules/inbox/settle-case.ts";
import { type Accepted, type Decision, refuse } from "../../../rules/sync/decision.ts";
import { judgeRevision } from "../../../rules/sync/judge-revision.ts";
import { judgeAfterRestore } from "../../../rules/sync/judge-after-restore.ts";
import type { AdmissionScope, ReadyOperation, WorkingCopy } from "../../sync/operation-feature.ts";
import { changeOf } from "../acts/act-on-task.ts";
import type { KnownToActs, ActEvent } from "../acts/task-act.ts";
import { requireAct } from "../acts/loaded-task.ts";
import { reviewStatements, sessionsReviewed, type SourceReview } from "../acts/source-review.ts";
import type { ActorDues } from "../actor/judge-wake.ts";
import { eventsOf, historyOf, type TaskChange } from "../record-changes.ts";
import type { InboxIntent } from "./inbox-types.ts";
import { refusedAct } from "./refused-act.ts";
import { continueRun, taskRun } from "./task-run.ts";

/** The working copy of a batch's tasks; each operation sees the changes of those before it. */
export function inboxCopy(
  scope: AdmissionScope,
  { tasks: before, relationship, known: stored, dues }: LoadedInbox,
): WorkingCopy<InboxIntent> {
  const tasks = new Map(before);
  const changes: TaskChange[] = [];
  const reviews: SourceReview[] = [];
  const known: KnownToActs = {
    ...stored,
    findTask: (taskId) => tasks.get(taskId) ?? null,
    openSubmissions: (task) => stored.openSubmissions(task).filter((one) => !isReviewed(one)),
    findUnresolved: (task) => findUnresolved(task) ?? isSuspended(stored.findUnresolved(task)),
  };
  return {
    decide(operation) {
      const task = tasks.get(operation.intent.taskId);
      if (task === undefined) return refuse("COACH_TASK_UNKNOWN");
      return decideOn(structuredClone(task), operation);
    },
    writes() {
      const changed = [...tasks.values()].filter((task) => task !== before.get(task.id));
      const rows = changed.map((task) => ({ task, revisionBefore: before.get(task.id)?.revision }));
      const sessionIds = [...sessionsReviewed(reviews).values()].flat();
      return {
        statements: [
          (executor) => writeLockedTasks(executor, rows),
          (executor) =>
            insertTaskEvents(
              executor,
              changes.map((change) => historyOf(change, scope.now)),
            ),
          (executor) => insertInboxChanges(executor, changed, { now: scope.now }),
          ...reviewStatements(reviews, scope.now),
        ],
        // No client device may learn that a task exists; it reads reviewed sessions again.
        changes: sessionIds.length === 0 ? {} : { workout_session: sessionIds },
        events: [
          ...eventsOf(changes, dues, scope.now),
          ...reviews.flatMap(({ events = [] }) => events),
        ],
      };
    },
  };

  function isReviewed(one: OpenSubmission): boolean {
    return reviews.some(({ submissions = [] }) => submissions.includes(one));
  }

  /** Another unresolved task of the case in the batch. */
  function findUnresolved({ id, dedupeKey }: CoachTask): string | null {
    const others = [...tasks.values()].filter((task) => task.dedupeKey === dedupeKey);
    return others.find((task) => task.id !== id && isUnresolved(task.status))?.id ?? null;
  }

  /** Ignores a stored task that the batch itself names: the batch's copy decides about it. */
  function isSuspended(taskId: string | null): string | null {
    return taskId !== null && tasks.has(taskId) ? null : taskId;
  }

  function decideOn(task: CoachTask, operation: InboxOperation): Decision {
    const { taskAct } = operation.intent;
    const { now, workspaceId, actorUserId: byUserId } = scope;
    const { revision } = task;
    const event = attempt(() => {
      const loaded = { task, relationship, now, actedAt: operation.time.at };
      requireAct(loaded, taskAct);
      requireSeen(task, operation);
      return taskAct.decide(loaded, known, { workspaceId, byUserId });
    });
    if (event instanceof Refusal) return refusedAct(event, task, operation.expectedRevision);
    if (event !== null) keep(task, event, revision);
    return { ...accepted(task), ...judgedOn(revision, operation) };
  }

  /** @throws Refusal STATE_CONFLICT, if another lineage changed the task since the coach saw it. */
  function requireSeen(task: CoachTask, { expectedRevision, time }: InboxOperation): void {
    if (expectedRevision === null) return;
    const judged = judgeAfterRestore({ expectedRevision, madeAt: time.at }, task, scope.restoredAt);
    const judgement = judgeRevision(taskRun(task), judged.expectedRevision, scope.lineageId);
    if (judgement !== "CURRENT") throw stateConflict("CHANGED_SINCE_READ");
  }

  function keep(task: CoachTask, event: ActEvent, revisionBefore: number): void {
    const isOwn = event.isBySource !== true;
    if (isOwn && task.revision > revisionBefore) continueRun(task, revisionBefore, scope.lineageId);
    tasks.set(task.id, task);
    changes.push({ ...changeOf(task, event, scope.actorUserId), version: task.revision });
    if (event.review !== undefined) reviews.push(event.review);
  }

  function accepted({ id, revision }: CoachTask): Accepted {
    return {
      accepted: true,
      revision,
      canonicalRecordId: id,
      canonicalIds: [],
      refetch: [coachTaskRefetch({ id, workspaceId: scope.workspaceId }, "CHANGED")],
    };
  }

  /** Reported if a restore has lost the revision that the operation names. */
  function judgedOn(revision: number, { expectedRevision }: InboxOperation) {
    const isLost = expectedRevision !== null && expectedRevision > revision;
    return isLost ? { judgedOnRevision: revision } : {};
  }
}

/** The tasks that a batch names, and the data they are decided by. */
export interface LoadedInbox {
  readonly tasks: ReadonlyMap<string, CoachTask>;
  readonly relationship: ClientState;
  readonly known: Omit<KnownToActs, "findTask">;
  readonly dues: ActorDues;
}

type InboxOperation = ReadyOperation<InboxIntent>;

/** The result of an act, or its refusal. */
function attempt(act: () => ActEvent | null): ActEvent | null | Refusal {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
