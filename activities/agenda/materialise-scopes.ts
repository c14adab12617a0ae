import { hash } from "node:crypto";
import { taskId, taskItemId } from "../../contract/agenda/task-id.ts";
import type { Digest } from "../../contract/digest.ts";
import { insertTasks } from "../../db/agenda/insert-tasks.ts";
import { newId } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { markMaterialised } from "../../db/plans/mark-materialised.ts";
import {
  listRunningAssignments,
  type RunningAssignment,
} from "../../db/plans/running-assignments.ts";
import { recordScopeChanges } from "../../db/record-scope-changes.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import type { DayTask } from "../../rules/agenda/agenda-task.ts";
import { localDateOf } from "../../rules/local-day.ts";
import { materialiseTask, sourceKeyOf } from "../../rules/plans/materialise-task.ts";
import { asksForTask, statusOn } from "../../rules/plans/falls-on.ts";
import { takesPlans } from "../../rules/plans/judge-assignment.ts";
import { projectDays } from "./project-days.ts";

/** An assignment whose task of the present local day is to be decided. */
interface DueAssignment {
  readonly assigned: RunningAssignment;
  readonly localDate: string;
}

/**
 * Makes the tasks of the present local day for every running assignment of some relationships, whose
 * scopes the caller holds; what was decided for that day already is left alone. A fixed number of
 * statements, whatever the number of relationships.
 *
 * @returns the tasks that were really made.
 */
export async function materialiseScopes(
  tx: Tx,
  relationshipIds: readonly string[],
  requestId: string | null,
): Promise<readonly DayTask[]> {
  if (relationshipIds.length === 0) return [];
  const now = await clockNow(tx);
  const due = (await listRunningAssignments(tx, relationshipIds)).flatMap((assigned) =>
    dueOn(assigned, localDateOf(now, assigned.timezone)),
  );
  const wanted = due.filter(({ assigned, localDate }) => asksForTask(assigned, localDate));
  const tasks = await Promise.all(wanted.map(async (each) => await taskOf(each, now)));
  const made = await storeTasks(tx, tasks);
  await markMaterialised(tx, due.map(markOf), now);
  await recordScopeChanges(tx, scopeChanges(made), now);
  await projectDays(tx, daysOf(made), now);
  await appendEvents(tx, made.map(materialisedEvent), { now, requestId });
  return made;
}

function dueOn(assigned: RunningAssignment, localDate: string): DueAssignment[] {
  const decided = assigned.materialisedDate !== null && assigned.materialisedDate >= localDate;
  const begun = assigned.startDate <= localDate;
  return begun && !decided && takesPlans(assigned.relationshipStatus)
    ? [{ assigned, localDate }]
    : [];
}

async function taskOf({ assigned, localDate }: DueAssignment, now: Date): Promise<DayTask> {
  const { workspaceId, relationshipId, timezone, plan } = assigned;
  const taskKind = plan.kind;
  const key = { relationshipId, localDate, taskKind, sourceKey: sourceKeyOf(assigned) };
  const itemIds = plan.items.map(async ({ itemKey }) => await taskItemId(key, itemKey, digest));
  return materialiseTask(
    assigned,
    { workspaceId, relationshipId, timezone },
    {
      localDate,
      now,
      taskId: await taskId(key, digest),
      itemIds: await Promise.all(itemIds),
    },
  );
}

/** At once: a day of many relationships has thousands of ids. */
const digest: Digest = (bytes) => new Uint8Array(hash("sha256", bytes, "buffer"));

async function storeTasks(tx: Tx, tasks: readonly DayTask[]): Promise<readonly DayTask[]> {
  const rows = tasks.map((task) => ({ task, eventId: newId() }));
  const stored = new Set(await insertTasks(tx, rows));
  return tasks.filter(({ id }) => stored.has(id));
}

function markOf({ assigned, localDate }: DueAssignment) {
  return {
    assignmentId: assigned.assignmentId,
    localDate,
    status: statusOn(assigned, localDate),
  };
}

function scopeChanges(tasks: readonly DayTask[]) {
  const byScope = Map.groupBy(tasks, ({ relationshipId }) => relationshipId);
  return [...byScope].map(([relationshipId, made]) => ({
    relationshipId,
    changes: { agenda_task: made.map(({ id }) => id) },
  }));
}

/** A relationship has one present day. */
function daysOf(tasks: readonly DayTask[]) {
  const days = tasks.map(({ relationshipId, localDate }) => ({ relationshipId, localDate }));
  return [...new Map(days.map((day) => [day.relationshipId, day])).values()];
}

function materialisedEvent(task: DayTask) {
  return {
    eventId: newId(),
    type: "DailyTaskMaterialized" as const,
    subjectId: task.id,
    version: task.revision,
    refs: {
      relationshipId: task.relationshipId,
      sourceId: task.sourceId,
      taskKind: task.taskKind,
      localDate: task.localDate,
    },
  };
}
