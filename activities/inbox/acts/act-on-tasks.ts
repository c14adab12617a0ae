import { ORDERED_ROW_LOCKS, CoachTask } from "../../../db/inbox/coach-task.ts";
import { listClientStates } from "../../../db/inbox/inbox-rows.ts";
import { listRelationshipsOfTasks } from "../../../db/inbox/queries.ts";
import { lockScopesWithin } from "../../../db/platform/scopes/lock-scopes.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { clockNow, isIsolating, type Tx } from "../../../db/platform/transactions/transact.ts";
import { isUnresolved } from "../../../rules/inbox/settle-case.ts";
import type { FaultLog } from "../../bisect-work.ts";
import { isolateFaults } from "../../isolate-faults.ts";
import { readKnown, recordActs } from "./act-on-task.ts";
import {
  acceptedOutcome,
  type BulkOutcome,
  outcomeOfError,
  placeOutcome,
  refusedOutcome,
} from "./bulk-outcome.ts";
import { requireRevision, type TaskActing } from "./lock-task.ts";
import type { TaskAct, ActEvent, KnownToActs } from "./task-act.ts";
import { requireAct, type LoadedTask } from "./loaded-task.ts";

/**
 * Applies one act to many tasks in one transaction; each task is judged separately. A refused task stays unchanged and
 * does not delay the others (docs/rooms/inbox.md#bulk). Tasks locked for longer than {@link LOCK_TIMEOUT_MS} are
 * refused with TRY_AGAIN, and a task that fails with INTERNAL (docs/rooms/house.md#one-fault). The number of statements
 * does not grow with the number of tasks.
 *
 * @returns an outcome for each, in the order of the ids.
 * @throws Refusal if the act itself is invalid for any task: NOT_FOUND (the assignee is not a member),
 * VALIDATION_FAILED (an instant outside the range for snoozing).
 */
export async function actOnTasks(
  tx: Tx,
  actor: BulkActor,
  taskIds: readonly string[],
  taskAct: TaskAct,
): Promise<readonly BulkOutcome[]> {
  await taskAct.lock?.(tx, actor);
  const relationships = await listRelationshipsOfTasks(tx, actor.workspaceId, taskIds);
  const free = new Set(
    await lockScopesWithin(tx, [...new Set(relationships.values())], LOCK_TIMEOUT_MS),
  );
  const { done, failed } = await isolateFaults(tx, taskIds, (some) =>
    actOnSome(tx, some, { relationships, free, actor, taskAct }),
  );
  // Drop pending changes of failed tasks, so that the commit does not write them.
  if (failed.length > 0) tx.clear();
  const outcomes = new Map(done.flat().map((one) => [one.taskId, one]));
  for (const { item: taskId, fault } of failed) {
    const failureClass = faultClassOf(fault);
    actor.log?.error({ taskId, failureClass, err: fault }, "an act on a task failed");
    outcomes.set(taskId, refusedOutcome(taskId, "INTERNAL"));
  }
  return taskIds.flatMap((taskId, place) => {
    const outcome = outcomes.get(taskId);
    return outcome === undefined ? [] : placeOutcome(outcome, place);
  });
}

/** Lock timeout for relationships that another transaction writes to, ms. */
const LOCK_TIMEOUT_MS = 200;

/** The coach who acts on many tasks, and the log of their faults. */
export interface BulkActor extends Omit<TaskActing, "taskId" | "expectedRevision"> {
  /** The revisions that the coach saw, by task; a task without one is taken as it is. */
  readonly expectedRevisions?: Readonly<Record<string, number>> | undefined;
  /** Log for each task that failed. */
  readonly log?: FaultLog | undefined;
}

/** Tasks of an act, with the locks on their relationships. */
interface LockedBulk {
  readonly relationships: ReadonlyMap<string, string>;
  readonly free: ReadonlySet<string>;
  readonly actor: BulkActor;
  readonly taskAct: TaskAct;
}

async function actOnSome(
  tx: Tx,
  taskIds: readonly string[],
  { relationships, free, actor, taskAct }: LockedBulk,
): Promise<readonly BulkOutcome[]> {
  // Drop changes that an earlier part made and could not write.
  if (isIsolating(tx)) tx.clear();
  const wanted = taskIds.flatMap((taskId) => {
    const relationshipId = relationships.get(taskId);
    return relationshipId === undefined ? [] : [[taskId, relationshipId] as const];
  });
  const loadedTasks = await readTasks(tx, wanted, free);
  const known = await readKnown(tx, [...loadedTasks.values()], taskAct, actor);
  const knownHere = { ...known, findUnresolved: amongReopened(loadedTasks, known) };
  const decided = taskIds.map((taskId): DecidedTask => {
    const one = loadedTasks.get(taskId);
    const code = relationships.has(taskId) ? "TRY_AGAIN" : "NOT_FOUND";
    if (one === undefined) return { outcome: refusedOutcome(taskId, code), event: null };
    try {
      requireRevision(one.task, actor.expectedRevisions?.[taskId] ?? null);
      requireAct(one, taskAct);
      const event = taskAct.decide(one, knownHere, actor);
      return { outcome: acceptedOutcome(one, event, actor.byUserId), event };
    } catch (error) {
      return { outcome: outcomeOfError(taskId, error), event: null };
    }
  });
  const done = decided.flatMap(({ outcome, event }) => {
    const one = loadedTasks.get(outcome.taskId);
    return event === null || one === undefined ? [] : [{ loaded: one, event }];
  });
  await recordActs(tx, done, actor);
  return decided.map(({ outcome }) => outcome);
}

interface DecidedTask {
  readonly outcome: BulkOutcome;
  /** Null if nothing changes. */
  readonly event: ActEvent | null;
}

/** Another unresolved task of a case, also one that the same request has just reopened. */
function amongReopened(
  loadedTasks: ReadonlyMap<string, LoadedTask>,
  known: KnownToActs,
): KnownToActs["findUnresolved"] {
  const tasks = [...loadedTasks.values()].map(({ task }) => task);
  return (task) => {
    const isRival = ({ id, dedupeKey, status }: CoachTask) =>
      id !== task.id && dedupeKey === task.dedupeKey && isUnresolved(status);
    return tasks.find(isRival)?.id ?? known.findUnresolved(task);
  };
}

/** Reads the tasks of locked relationships. Three statements. */
async function readTasks(
  tx: Tx,
  wanted: readonly (readonly [taskId: string, relationshipId: string])[],
  locked: ReadonlySet<string>,
): Promise<ReadonlyMap<string, LoadedTask>> {
  const now = await clockNow(tx);
  const states = await listClientStates(tx, [...locked]);
  const $in = wanted.flatMap(([taskId, relationshipId]) =>
    locked.has(relationshipId) ? taskId : [],
  );
  const tasks = await tx.find(CoachTask, { id: { $in } }, ORDERED_ROW_LOCKS);
  return new Map(
    tasks.flatMap((task) => {
      const relationship = states.get(task.relationshipId);
      return relationship === undefined
        ? []
        : [[task.id, { task, relationship, now, actedAt: now }] as const];
    }),
  );
}
