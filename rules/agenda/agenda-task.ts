import type {
  CompletionSummary,
  InputValues,
  RequiredInput,
  StoredActionSchema,
  TaskSnapshot,
} from "../../contract/agenda/schema.ts";
import type {
  AgendaItemStatus,
  TaskPrincipalKind,
  TaskItemKind,
  TaskKind,
  TaskSourceContext,
  TaskSourceType,
  TaskStatus,
  CompletionSource,
} from "../../contract/agenda/vocabulary.ts";
import type { PlanAssignmentStatus } from "../../contract/plans/vocabulary.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { CountableTask } from "./what-counts.ts";

/** One dated task of a relationship as rules see it: the row of `agenda_task`. */
export interface AgendaTask {
  readonly id: string;
  readonly workspaceId: string;
  readonly relationshipId: string;
  /** Calendar day in `timezone`. */
  readonly localDate: string;
  readonly timezone: string;
  readonly taskKind: TaskKind;
  readonly sourceContext: TaskSourceContext;
  readonly sourceType: TaskSourceType;
  readonly sourceId: string;
  readonly sourceRevision: number;
  readonly sourceChildKey: string;
  /** Unique per relationship, day and kind: materialising twice finds the same task. */
  readonly sourceKey: string;
  readonly status: TaskStatus;
  /** Coach priority; the higher comes first among tasks of the same time. */
  readonly priority: number;
  /** Orders tasks that all else leaves equal. */
  readonly sortKey: string;
  readonly startsAt: Date | null;
  readonly dueAt: Date | null;
  /** Comes before everything else from an hour before it is due. */
  readonly timeCritical: boolean;
  /** Source key of what of that day has to be done before it. */
  readonly dependsOnSourceKey: string | null;
  readonly snapshot: TaskSnapshot;
  readonly actionSchema: StoredActionSchema;
  readonly completionSummary: CompletionSummary;
  /** Begins at 1 and grows by one with each accepted change. */
  readonly revision: number;
  /** Device lineage that made the newest revision; null for a coach or the system. */
  readonly changedByLineageId: string | null;
  readonly changedByKind: TaskPrincipalKind;
  /** Revision before `changedByLineageId` began its run of changes. */
  readonly revisionBeforeRun: number;
  /** Newest revision that anybody but our own closing of its day made. */
  readonly foreignRevision: number;
  /** What was recorded before its day closed and came afterwards made it what it is. */
  readonly lateEvidence: boolean;
  /** Until when the client put it off; means something while it is open. */
  readonly snoozedUntil: Date | null;
  readonly snoozeCount: number;
  readonly generatedAt: Date;
  readonly changedAt: Date;
  readonly completedAt: Date | null;
  readonly canceledAt: Date | null;
  readonly supersededAt: Date | null;
  /** The task of another source that took its place on the same day; null of any other. */
  readonly supersededByTaskId: string | null;
}

/** What an operation on a task may look at or change. */
export type WorkingTask = Pick<
  AgendaTask,
  | "id"
  | "localDate"
  | "timezone"
  | "taskKind"
  | "status"
  | "snapshot"
  | "actionSchema"
  | "completionSummary"
  | "revision"
  | "changedByLineageId"
  | "changedByKind"
  | "revisionBeforeRun"
  | "foreignRevision"
  | "lateEvidence"
  | "startsAt"
  | "dueAt"
  | "snoozedUntil"
  | "snoozeCount"
  | "changedAt"
  | "completedAt"
>;

/** One item of a task that is ticked by itself: the row of `agenda_task_item`. */
export interface AgendaTaskItem {
  readonly id: string;
  readonly taskId: string;
  readonly relationshipId: string;
  readonly localDate: string;
  readonly itemKind: TaskItemKind;
  readonly sourceContext: TaskSourceContext;
  readonly sourceId: string;
  /** Unique within the task. */
  readonly sourceItemKey: string;
  readonly sortOrder: number;
  readonly labelSnapshot: string;
  /** Dosage or portion as the plan said it, e.g. `2 capsules`. */
  readonly amountSnapshot: string | null;
  readonly inputSchema: readonly RequiredInput[];
  /** What completing it brought; null where it brought nothing. */
  readonly inputValues: InputValues | null;
  /** Whether completing all items at once takes this one along. */
  readonly bulkEligible: boolean;
  readonly status: AgendaItemStatus;
  readonly revision: number;
  readonly completionSource: CompletionSource | null;
  readonly completedAt: Date | null;
  readonly skippedAt: Date | null;
  readonly latestReceiptId: string | null;
}

/** An item as an operation on its task sees it. */
export interface WorkingItem extends AgendaTaskItem {
  /** Reason of the operation that skipped it; null while it is not skipped. */
  readonly skipReason: SkipReason | null;
}

/** A task together with its items in their order. */
export interface DayTask extends AgendaTask {
  readonly items: readonly AgendaTaskItem[];
}

/** How a task stands, and its items, as an answer shows it beside a verdict. */
export interface TaskStand extends Pick<
  AgendaTask,
  "id" | "localDate" | "status" | "revision" | "snoozedUntil" | "completionSummary"
> {
  readonly items: readonly Pick<AgendaTaskItem, "id" | "status" | "revision">[];
}

/** A task as it is read, with what tells whether it counts (docs/rooms/agenda.md#adherence). */
export interface StoredTask extends DayTask, Pick<CountableTask, "skipReasons" | "notOffered"> {}

/** What the source of a task has become since. */
export interface TaskSource {
  readonly revision: number;
  readonly status: PlanAssignmentStatus;
}
