import { defineEntity, LockMode, p } from "@mikro-orm/postgresql";
import type {
  CoachTaskType,
  SourceContext,
  SourceKind,
  SummaryCode,
} from "../../contract/inbox/source-vocabulary.ts";
import type {
  CoachTaskStatus,
  DismissReason,
  ReopenReason,
  ResolutionType,
  Severity,
  SnoozePreset,
} from "../../contract/inbox/vocabulary.ts";
import { Relationship } from "../relationships/relationship.ts";

/** The summary in a row of the inbox: a code and a count. */
export interface TaskSummary {
  readonly code: SummaryCode;
  readonly counts: { readonly occurrences: number };
}

const UNRESOLVED = "status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')";
const ACTIVE = "status in ('OPEN', 'IN_PROGRESS')";

const CoachTaskSchema = defineEntity({
  name: "CoachTask",
  properties: {
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    relationshipId: () =>
      p.manyToOne(Relationship).mapToPk().updateRule("no action").deleteRule("no action"),
    clientUserId: p.uuid(),
    coachUserId: p.uuid(),
    assignedCoachUserId: p.uuid().strictNullable(),
    taskType: p.text().$type<CoachTaskType>(),
    status: p.text().$type<CoachTaskStatus>(),
    severity: p.text().$type<Severity>(),
    revision: p.integer(),
    basePart: p.integer(),
    severityPart: p.integer(),
    duePart: p.integer(),
    clientPart: p.integer(),
    pinPart: p.integer(),
    priorityScore: p.integer(),
    scoreChangesAt: p.datetime().strictNullable(),
    urgent: p.boolean(),
    sourceKind: p.text().$type<SourceKind>(),
    sourceContext: p.text().$type<SourceContext>(),
    sourceType: p.text(),
    sourceId: p.uuid(),
    dedupeKey: p.text(),
    route: p.text(),
    summary: p.json<TaskSummary>(),
    dueAt: p.datetime().strictNullable(),
    dueDayStartsAt: p.datetime().strictNullable(),
    dueOrder: p.datetime(),
    snoozedUntil: p.datetime().strictNullable(),
    snoozePreset: p.text().$type<SnoozePreset>().strictNullable(),
    snoozeReason: p.text().strictNullable(),
    reopenReason: p.text().$type<ReopenReason>().strictNullable(),
    occurrenceCount: p.integer(),
    lastOccurrenceAt: p.datetime(),
    lastSourceEventAt: p.datetime(),
    goalAt: p.datetime().strictNullable(),
    startedAt: p.datetime().strictNullable(),
    touchedAt: p.datetime().strictNullable(),
    lateToldAt: p.datetime().strictNullable(),
    statusBeforeClose: p.text().$type<CoachTaskStatus>().strictNullable(),
    resolutionType: p.text().$type<ResolutionType>().strictNullable(),
    dismissReason: p.text().$type<DismissReason>().strictNullable(),
    dismissedUntilCount: p.integer().strictNullable(),
    duplicateOf: p.uuid().strictNullable(),
    linkedActionId: p.uuid().strictNullable(),
    note: p.text().strictNullable(),
    closedByUserId: p.uuid().strictNullable(),
    closedAt: p.datetime().strictNullable(),
    /** When its nudge is decided; null without one. */
    nudgeAt: p.datetime().strictNullable(),
    /** The decision about its nudge; null until then. */
    nudgeNotificationId: p.uuid().strictNullable(),
    previousTaskId: p.uuid().strictNullable(),
    redactedAt: p.datetime().strictNullable(),
    runLineageId: p.uuid().strictNullable(),
    runBeforeRevision: p.integer().strictNullable(),
    runRevision: p.integer().strictNullable(),
    /** When something new was last known of it; the commit sets it (docs/rooms/inbox.md#unread). */
    newsAt: p.datetime().defaultRaw("clock_now()"),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  uniques: [
    {
      name: "coach_task_case_unique",
      properties: ["workspaceId", "dedupeKey"],
      where: UNRESOLVED,
    },
  ],
  indexes: [
    {
      name: "coach_task_rank_idx",
      columns: [
        { name: "workspace_id" },
        { name: "urgent", sort: "desc" },
        { name: "priority_score", sort: "desc" },
        { name: "due_order" },
        { name: "last_occurrence_at", sort: "desc" },
        { name: "id" },
      ],
      where: ACTIVE,
    },
    {
      name: "coach_task_client_idx",
      columns: [
        { name: "workspace_id" },
        { name: "relationship_id" },
        { name: "urgent", sort: "desc" },
        { name: "priority_score", sort: "desc" },
        { name: "due_order" },
        { name: "last_occurrence_at", sort: "desc" },
        { name: "id" },
      ],
      where: ACTIVE,
    },
    {
      name: "coach_task_due_idx",
      properties: ["workspaceId", "dueOrder", "id"],
      include: ["dueDayStartsAt"],
      where: ACTIVE,
    },
    { name: "coach_task_news_idx", properties: ["workspaceId", "newsAt"], where: ACTIVE },
    {
      name: "coach_task_newest_idx",
      properties: ["workspaceId", "lastOccurrenceAt", "id"],
      where: ACTIVE,
    },
    {
      name: "coach_task_counts_idx",
      properties: ["workspaceId", "taskType"],
      include: [
        "status",
        "severity",
        "dueAt",
        "dueDayStartsAt",
        "snoozedUntil",
        "coachUserId",
        "assignedCoachUserId",
        "newsAt",
      ],
      where: UNRESOLVED,
    },
    {
      name: "coach_task_snoozed_idx",
      properties: ["workspaceId", "snoozedUntil"],
      include: ["relationshipId"],
      where: "status = 'SNOOZED'",
    },
    {
      name: "coach_task_score_changes_idx",
      properties: ["scoreChangesAt"],
      where: `score_changes_at is not null and ${UNRESOLVED}`,
    },
    {
      name: "coach_task_relationship_idx",
      properties: ["relationshipId", "dedupeKey", "createdAt"],
    },
    {
      name: "coach_task_urgent_idx",
      properties: ["createdAt"],
      where: `urgent and touched_at is null and ${UNRESOLVED}`,
    },
    {
      name: "coach_task_archive_idx",
      properties: ["closedAt"],
      where: "status in ('RESOLVED', 'DISMISSED')",
    },
    {
      name: "coach_task_note_idx",
      properties: ["closedAt"],
      where: "closed_at is not null and (note is not null or snooze_reason is not null)",
    },
    {
      name: "coach_task_closed_idx",
      properties: ["relationshipId", "closedAt"],
      where: "closed_at is not null",
    },
  ],
});

/** A task for a coach about one client. */
export class CoachTask extends CoachTaskSchema.class {}
CoachTaskSchema.setClass(CoachTask);

/**
 * Locks a task's row before it is rescored. The rescoring sweep takes no scope lock: without the row lock, a score
 * computed from the old due part could overwrite the sweep's.
 */
export const ROW_LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** How to read several tasks before rescoring them: ordered by id, as everything that locks several does. */
export const ORDERED_ROW_LOCKS = { ...ROW_LOCK, orderBy: { id: "asc" } } as const;
