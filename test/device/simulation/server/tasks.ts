import { createHash } from "node:crypto";
import { canonicalForm } from "../../../../contract/canonical-form.ts";
import type { TaskKind } from "../../../../contract/agenda/kinds/task-definitions.ts";
import type { AgendaTaskAnswer } from "../../../../contract/agenda/schema.ts";
import { type TodayAnswer, todaySchema } from "../../../../contract/agenda/today-schema.ts";
import type { WorkingItem } from "../../../../rules/agenda/agenda-task.ts";
import { NO_OTHER_VALUES } from "../../../../rules/agenda/day-value.ts";
import type { DayContent } from "../../../../rules/plans/assigned-plan.ts";
import { materialiseTask } from "../../../../rules/plans/materialise-task.ts";
import { taskKindOf } from "../../../../rules/plans/task-kind.ts";
import { anAssignedPlan, habitContent } from "../../../factories/plans/assigned-plan.ts";
import { taskPlans } from "../../../factories/quick-log/task-state.ts";
import type { Relationship, ServerTask } from "./types.ts";

/** Lays the tasks of a day: one for each kind of plan that quick-log knows, and a workout. */
export function layDay(
  relationship: Relationship,
  { localDate, now }: { readonly localDate: string; readonly now: Date },
): void {
  const uuid = idsOf(`${relationship.id} ${localDate}`);
  for (const [content, taskKind] of LAID) {
    const plan = { assignmentId: uuid(), planId: uuid(), revision: 1, content };
    const owner = {
      workspaceId: relationship.workspaceId,
      relationshipId: relationship.id,
      timezone: TIMEZONE,
    };
    const ids = { taskId: uuid(), itemIds: [uuid(), uuid()], formAssignmentId: uuid() };
    const laid = materialiseTask(anAssignedPlan(plan), owner, {
      localDate,
      now,
      taskKind,
      ...ids,
    });
    const { items, ...planned } = laid;
    const state = {
      task: planned,
      items: items.map((item) => ({ ...item, skipReason: null })),
      values: [],
      otherValues: NO_OTHER_VALUES,
      starts: 0,
      dayReviewedAt: null,
      dayClosedAt: null,
      dayNotOffered: false,
    };
    relationship.tasks.set(planned.id, { planned, state, foreign: [] });
  }
}

/** The ids of a day follow from its relationship and date: a day that is laid again after a restore has the same. */
function idsOf(day: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const hex = createHash("sha256").update(`${day} ${count}`).digest("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}

const LAID: readonly (readonly [DayContent, TaskKind])[] = [
  ...Object.values(taskPlans).flatMap((content: DayContent): [DayContent, TaskKind][] => {
    const { taskKind } = taskKindOf(content.kind);
    return taskKind === null ? [] : [[content, taskKind]];
  }),
  // Its exercises are in the package.
  [habitContent({ title: "Legs" }), "WORKOUT"],
];

/** The zone of every relationship. */
const TIMEZONE = "UTC";

/** A task in the format of the API. */
export function presentTask({ planned, state }: ServerTask): AgendaTaskAnswer {
  const { task, items } = state;
  return {
    taskId: task.id,
    taskKind: task.taskKind,
    localDate: task.localDate,
    timezone: task.timezone,
    status: task.status,
    revision: task.revision,
    priority: planned.priority,
    sortKey: planned.sortKey,
    sourceKey: planned.sourceKey,
    timeCritical: planned.timeCritical,
    dependsOnSourceKey: planned.dependsOnSourceKey,
    startsAt: textOf(task.startsAt),
    dueAt: textOf(task.dueAt),
    snoozedUntil: textOf(task.snoozedUntil),
    snoozeCount: task.snoozeCount,
    source: {
      context: planned.sourceContext,
      type: planned.sourceType,
      id: planned.sourceId,
      revision: planned.sourceRevision,
    },
    snapshot: task.snapshot,
    actionSchema: { taskId: task.id, taskRevision: task.revision, ...task.actionSchema },
    completionSummary: task.completionSummary,
    items: items.map(presentItem),
    generatedAt: planned.generatedAt.toISOString(),
    changedAt: task.changedAt.toISOString(),
    completedAt: textOf(task.completedAt),
    canceledAt: null,
  };
}

function presentItem(item: WorkingItem): AgendaTaskAnswer["items"][number] {
  return {
    itemId: item.id,
    itemKind: item.itemKind,
    sourceItemKey: item.sourceItemKey,
    sortOrder: item.sortOrder,
    label: item.labelSnapshot,
    amount: item.amountSnapshot,
    inputSchema: item.inputSchema,
    inputValues: item.inputValues,
    bulkEligible: item.bulkEligible,
    status: item.status,
    revision: item.revision,
    completionSource: item.completionSource,
    completedAt: textOf(item.completedAt),
    skippedAt: textOf(item.skippedAt),
  };
}

/** The day of a relationship, by the server's own schema. Its tasks are left out if the device has them. */
export function presentDay(
  relationship: Relationship,
  { localDate, epoch, knownChecksum, cursor }: DayAsked,
): TodayAnswer {
  const tasks = [...relationship.tasks.values()]
    .filter(({ planned }) => planned.localDate === localDate)
    .map(presentTask);
  const agendaChecksum = `${digestOf(tasks.map(rowOf))}.${epoch}`;
  const unchanged = agendaChecksum === knownChecksum;
  const counts = { openCount: 0, pendingCount: 0, inProgressCount: 0, completedCount: 0 };
  const midnight = new Date(Date.parse(localDate) + 86_400_000).toISOString();
  return todaySchema.parse({
    relationshipId: relationship.id,
    localDate,
    timezone: TIMEZONE,
    agendaVersion: 1,
    agendaChecksum,
    unchanged,
    ...(!unchanged && { tasks }),
    informationalCards: [],
    statusSummary: { taskCount: tasks.length, ...counts, skippedCount: 0, missedCount: 0 },
    adherenceSummary: { countedCount: tasks.length, completedCount: 0, adherencePercent: 0 },
    offlineCache: { prefetchDates: [], refetchAfter: midnight, expiresAt: midnight },
    staleSourceWarnings: [],
    focusPin: null,
    calendar: { localDate, opened: true, nextDayAt: null },
    reorderAt: null,
    carryOver: null,
    removedTaskIds: [],
    nextCursor: cursor,
  });
}

interface DayAsked {
  readonly localDate: string;
  readonly epoch: number;
  readonly knownChecksum: string | null;
  readonly cursor: string;
}

/** The digest of a day's slice, as a device calculates it (docs/rooms/sync.md#reading). */
export function daySliceDigest({ tasks }: Relationship, localDate: string): string {
  const laid = [...tasks.values()].filter(({ planned }) => planned.localDate === localDate);
  return digestOf(laid.map((task) => rowOf(presentTask(task))));
}

/** The digest of a slice without rows. */
export const NO_ROWS = digestOf([]);

type SliceRow = readonly [id: string, revision: number | string];

const rowOf = ({ taskId, revision }: AgendaTaskAnswer): SliceRow => [taskId, revision];

/** The digest of a slice (docs/rooms/sync.md#reading). */
export function digestOf(rows: readonly SliceRow[]): string {
  const ordered = rows.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `sha-256:${createHash("sha256").update(canonicalForm(ordered)).digest("hex")}`;
}

function textOf(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}
