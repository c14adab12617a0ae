import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { ACTIVE_STATUSES } from "../../../../contract/inbox/vocabulary.ts";
import { CoachTask } from "../../../../db/inbox/coach-task.ts";
import { CoachTaskEvent } from "../../../../db/inbox/coach-task-event.ts";
import { CoachTaskOccurrence } from "../../../../db/inbox/coach-task-occurrence.ts";
import { listInbox } from "../../../../db/inbox/queries.ts";
import { countInbox } from "../../../../db/inbox/counts/queries.ts";
import { scoreOf, scoreParts } from "../../../../rules/inbox/score-parts.ts";
import { isUnresolved } from "../../../../rules/inbox/settle-case.ts";
import type { RelationshipStatus } from "../../../../contract/relationships/vocabulary.ts";
import { countTasks, readKeptCounts } from "../task-counts.ts";
import type { InboxTruth } from "./truth.ts";

/** The rows of an inbox. */
export interface InboxRows {
  readonly tasks: readonly CoachTask[];
  readonly occurrences: readonly CoachTaskOccurrence[];
}

/** All inbox rows of a client. */
export async function readInbox(em: SqlEntityManager, relationshipId: string): Promise<InboxRows> {
  const reading = em.fork();
  const orderBy = { createdAt: "asc", id: "asc" } as const;
  return {
    tasks: await reading.find(CoachTask, { relationshipId }, { orderBy }),
    occurrences: await reading.find(CoachTaskOccurrence, { relationshipId }),
  };
}

/** Invariants that hold at every moment, whichever events were consumed. */
export function requireSound({ tasks }: InboxRows): void {
  const unresolved = tasks.filter(({ status }) => isUnresolved(status));
  const keys = unresolved.map(({ dedupeKey }) => dedupeKey);
  expect(keys).toEqual([...new Set(keys)]);
  for (const task of tasks)
    expect(task.priorityScore).toBe(
      task.basePart + task.severityPart + task.duePart + task.clientPart + task.pinPart,
    );
}

/**
 * Invariants once the inbox has consumed every event: each open source has exactly one task, and no task lacks a
 * source.
 */
export function requireConsumed({ tasks, occurrences }: InboxRows, truth: InboxTruth): void {
  const byKey = new Map(occurrences.map((one) => [one.occurrenceKey, one.taskId]));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  for (const { key, isPain } of truth.happenings.values()) {
    if (!truth.wants(key)) continue;
    const task = byId.get(byKey.get(key) ?? "");
    // A coach has closed the task of the source, or the task is open.
    const isThere = task !== undefined && task.resolutionType !== "SOURCE_COMPLETED";
    expect({ key, isPain, isThere }).toEqual({ key, isPain, isThere: true });
  }
  for (const task of tasks) {
    if (!isUnresolved(task.status)) continue;
    const own = occurrences.filter(({ taskId }) => taskId === task.id);
    const wanted = own.filter(({ occurrenceKey }) => truth.wants(occurrenceKey));
    expect({ id: task.id, count: wanted.length }).toEqual({
      id: task.id,
      count: task.occurrenceCount,
    });
    expect(wanted.length).toBeGreaterThan(0);
  }
}

/** Invariants after a scan at the present time: no snooze is overdue, and scores are current. */
export function requireOnTime(
  { tasks }: InboxRows,
  { now, clientStatus }: { readonly now: Date; readonly clientStatus: RelationshipStatus },
): void {
  for (const task of tasks.filter(({ status }) => isUnresolved(status))) {
    const isPinned = task.pinPart > 0;
    const due = { dueAt: task.dueAt, dueDayStartsAt: task.dueDayStartsAt };
    const { taskType, severity } = task;
    const parts = scoreParts({ taskType, severity, ...due, clientStatus, isPinned }, now);
    expect(task.priorityScore).toBe(scoreOf(parts));
  }
}

/** Counters match the list, and kept counts the tasks. */
export async function requireCounted(em: SqlEntityManager, workspaceId: string): Promise<void> {
  const page = { workspaceId, sort: "PRIORITY", limit: 100, after: null } as const;
  const listed = await listInbox(em.fork(), { ...page, statuses: [...ACTIVE_STATUSES] });
  const counts = await countInbox(em.fork(), { workspaceId });
  const counted = counts.map(({ open, inProgress }) => open + inProgress);
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(listed.length);
  expect(await readKeptCounts(em)).toEqual(await countTasks(em));
}

/** For each task, closing covers exactly its sources, and each snooze ended at most once. */
export async function requireHistories(
  em: SqlEntityManager,
  { tasks, occurrences }: InboxRows,
): Promise<void> {
  for (const task of tasks) {
    const order = { orderBy: { id: "asc" } } as const;
    const history = await em.fork().find(CoachTaskEvent, { taskId: task.id }, order);
    const types = history.map(
      ({ type, metadata }) => `${type} ${String(metadata["reopenReason"] ?? "")}`,
    );
    const snoozes = types.filter((type) => type.startsWith("snoozed")).length;
    const wakes = types.filter((type) => type === "reopened SNOOZE_ENDED").length;
    expect(wakes).toBeLessThanOrEqual(snoozes);
    if (task.closedAt === null) continue;
    const { closedAt } = task;
    const later = occurrences.filter((one) => one.taskId === task.id && one.acceptedAt > closedAt);
    expect({ id: task.id, later: later.length }).toEqual({ id: task.id, later: 0 });
  }
}
