import type {
  CompletionSummary,
  InputValues,
  RequiredInput,
  StoredActionSchema,
  TaskSnapshot,
} from "../../contract/agenda/schema.ts";
import type { TaskKind } from "../../contract/agenda/kinds/task-definitions.ts";
import type {
  AgendaItemStatus,
  TaskPrincipalKind,
  TaskItemKind,
  TaskSourceContext,
  TaskSourceType,
  TaskStatus,
  CompletionSource,
} from "../../contract/agenda/vocabulary.ts";
import type { PlanAssignmentStatus } from "../../contract/plans/vocabulary.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { CountableTask } from "./adherence.ts";

/** One dated task of a relationship as the rules see it: a row of `agenda_task`. */
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
  /** Coach priority; a higher one comes first among tasks of the same time. */
  readonly priority: number;
  /** Last tie-breaker of the order. */
  readonly sortKey: string;
  readonly startsAt: Date | null;
  readonly dueAt: Date | null;
  /** Sorted first from an hour before it is due. */
  readonly timeCritical: boolean;
  /** Source key of the same day's task that must be done first. */
  readonly dependsOnSourceKey: string | null;
  readonly snapshot: TaskSnapshot;
  readonly actionSchema: StoredActionSchema;
  readonly completionSummary: CompletionSummary;
  /** Begins at 1 and grows by one with each accepted change. */
  readonly revision: number;
  /** Its newest value in force, known at `newestValueRevision` only; null if unknown (`newest-value.ts`). */
  readonly newestValueId: string | null;
  readonly newestValueRevision: number | null;
  /** Device lineage of the newest revision; null for a coach or the system. */
  readonly changedByLineageId: string | null;
  readonly changedByKind: TaskPrincipalKind;
  /** Revision before `changedByLineageId` began its consecutive changes. */
  readonly revisionBeforeRun: number;
  /** Newest revision by anybody except the system's own closing of the day. */
  readonly foreignRevision: number;
  /** Evidence recorded before the day closed, but received after, decided its status. */
  readonly lateEvidence: boolean;
  /** Until when the client postponed it; meaningful only while it is open. */
  readonly snoozedUntil: Date | null;
  readonly snoozeCount: number;
  readonly generatedAt: Date;
  readonly changedAt: Date;
  readonly completedAt: Date | null;
  readonly canceledAt: Date | null;
  readonly supersededAt: Date | null;
  /** The task of another source that replaced it on the same day; null otherwise. */
  readonly supersededByTaskId: string | null;
}

/** The fields that an operation on a task may read or change. */
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
  | "newestValueId"
  | "newestValueRevision"
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

/** One item of a task, completed separately: a row of `agenda_task_item`. */
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
  /** Dosage or portion as the plan states it, e.g. `2 capsules`. */
  readonly amountSnapshot: string | null;
  readonly inputSchema: readonly RequiredInput[];
  /** Values entered on completion; null if there are none. */
  readonly inputValues: InputValues | null;
  /** Whether completing all items at once includes this one. */
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
  /** Reason of the operation that skipped it; null if it is not skipped. */
  readonly skipReason: SkipReason | null;
}

/** A task with its items in order. */
export interface DayTask extends AgendaTask {
  readonly items: readonly AgendaTaskItem[];
}

/** The state of a task and its items, as returned with a verdict. */
export interface TaskView extends Pick<
  AgendaTask,
  "id" | "localDate" | "status" | "revision" | "snoozedUntil" | "completionSummary"
> {
  readonly items: readonly Pick<AgendaTaskItem, "id" | "status" | "revision">[];
}

/** A stored task, with the facts that decide whether it counts (docs/rooms/agenda.md#adherence). */
export interface StoredTask extends DayTask, Pick<CountableTask, "skipReasons" | "notOffered"> {}

/** The present state of a task's source. */
export interface TaskSource {
  readonly revision: number;
  readonly status: PlanAssignmentStatus;
}
