import { CoachTask } from "../../../db/inbox/coach-task.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import {
  recordScopeChanges,
  type ScopeChanges,
} from "../../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { type ExtraEvents, recordChanges, type TaskChange } from "../record-changes.ts";
import { lockTask, type TaskActing } from "./lock-task.ts";
import { loadKnown } from "./load-known.ts";
import { reviewStatements, sessionsReviewed, type SourceReview } from "./source-review.ts";
import type { Actor, KnownToActs, TaskAct, ActEvent } from "./task-act.ts";
import { type ActedOn, requireAct, type LoadedTask } from "./loaded-task.ts";

/**
 * Applies an act to one task.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT (closed already, another revision than was seen), RELATIONSHIP_INACTIVE,
 * and what the act itself refuses.
 */
export async function actOnTask(tx: Tx, acting: TaskActing, taskAct: TaskAct): Promise<ActedOn> {
  await taskAct.lock?.(tx, acting);
  const loaded = await lockTask(tx, acting);
  requireAct(loaded, taskAct);
  const known = await readKnown(tx, [loaded], taskAct, acting);
  const event = taskAct.decide(loaded, known, acting);
  if (event !== null) await recordActs(tx, [{ loaded, event }], acting);
  return loaded;
}

/** Reads what one act needs for all tasks together, in a fixed number of statements. */
export async function readKnown(
  tx: Tx,
  tasks: readonly LoadedTask[],
  taskAct: TaskAct,
  actor: Actor,
): Promise<KnownToActs> {
  const { otherTaskId: id } = taskAct.needs ?? {};
  const { workspaceId } = actor;
  const other = id === undefined ? null : await tx.findOne(CoachTask, { id, workspaceId });
  const requested = tasks.map((loaded) => ({ loaded, taskAct }));
  const known = await loadKnown(executorOf(tx), requested, actor);
  return { ...known, findTask: (taskId) => (other?.id === taskId ? other : null) };
}

/** Writes changed tasks and emits their events, in a fixed number of statements. */
export async function recordActs(
  tx: Tx,
  done: readonly { readonly loaded: LoadedTask; readonly event: ActEvent }[],
  { byUserId, requestId }: Pick<TaskActing, "byUserId" | "requestId">,
): Promise<void> {
  const [first] = done;
  if (first === undefined) return;
  await tx.flush();
  const changes = done.map(({ loaded: { task }, event }) => changeOf(task, event, byUserId));
  const reviews = done.flatMap(({ event }) => event.review ?? []);
  const events = reviews.flatMap((review) => review.events ?? []);
  const { now } = first.loaded;
  const extraEvents: ExtraEvents = (executor) =>
    reviewStatements(reviews, now).map((write) => write(executor));
  await recordScopeChanges(tx, scopeChangesOf(reviews), now);
  await recordChanges(tx, changes, { now, requestId }, { events, extraEvents });
}

function scopeChangesOf(reviews: readonly SourceReview[]): readonly ScopeChanges[] {
  return [...sessionsReviewed(reviews)].map(([relationshipId, sessionIds]) => ({
    relationshipId,
    changes: { workout_session: sessionIds },
  }));
}

/** A line for the history of a task. */
export function changeOf(task: CoachTask, event: ActEvent, actorUserId: string): TaskChange {
  const { type, isBySource = false, metadata = {} } = event;
  return { task, type, byUserId: isBySource ? null : actorUserId, metadata };
}
