import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  CompletionSummary,
  StoredActionSchema,
  TaskSnapshot,
} from "../../contract/agenda/schema.ts";
import type { TaskKind } from "../../contract/agenda/kinds/task-definitions.ts";
import type {
  TaskPrincipalKind,
  TaskStatus,
  TaskSourceContext,
  TaskSourceType,
} from "../../contract/agenda/vocabulary.ts";
import { Relationship } from "../relationships/relationship.ts";

const AgendaTaskSchema = defineEntity({
  name: "AgendaTask",
  properties: {
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    localDate: p.date(),
    timezone: p.text(),
    taskKind: p.text().$type<TaskKind>(),
    sourceContext: p.text().$type<TaskSourceContext>(),
    sourceType: p.text().$type<TaskSourceType>(),
    sourceId: p.uuid(),
    sourceRevision: p.integer(),
    sourceChildKey: p.text(),
    sourceKey: p.text(),
    status: p.text().$type<TaskStatus>(),
    priority: p.integer(),
    sortKey: p.text(),
    startsAt: p.datetime().strictNullable(),
    dueAt: p.datetime().strictNullable(),
    /** Names what it shows and offers; null for an older task, which has the two columns below instead. */
    snapshotKey: p.uuid().strictNullable(),
    snapshot: p.json<TaskSnapshot>().strictNullable(),
    actionSchema: p.json<StoredActionSchema>().strictNullable(),
    completionSummary: p.json<CompletionSummary>(),
    revision: p.integer(),
    newestValueId: p.uuid().strictNullable(),
    newestValueRevision: p.integer().strictNullable(),
    changedByLineageId: p.uuid().strictNullable(),
    changedByKind: p.text().$type<TaskPrincipalKind>(),
    revisionBeforeRun: p.integer(),
    foreignRevision: p.integer().default(1),
    lateEvidence: p.boolean().default(false),
    /** End of the client's snooze. */
    snoozedUntil: p.datetime().strictNullable(),
    snoozeCount: p.integer().default(0),
    timeCritical: p.boolean().default(false),
    dependsOnSourceKey: p.text().strictNullable(),
    generatedAt: p.datetime(),
    changedAt: p.datetime(),
    completedAt: p.datetime().strictNullable(),
    canceledAt: p.datetime().strictNullable(),
    supersededAt: p.datetime().strictNullable(),
    /** The task of another source that replaced it. */
    supersededByTaskId: p.uuid().strictNullable(),
  },
  indexes: [
    {
      name: "agenda_task_form_idx",
      properties: ["sourceId", "localDate"],
      where: "source_type = 'FORM_ASSIGNMENT'",
    },
    {
      name: "agenda_task_snapshot_key_idx",
      properties: ["snapshotKey"],
      where: "snapshot_key is not null",
    },
  ],
  uniques: [
    {
      name: "agenda_task_source_unique",
      properties: ["relationshipId", "localDate", "taskKind", "sourceKey"],
    },
  ],
});

/** One dated task of a relationship (docs/rooms/agenda.md#tasks). */
export class AgendaTask extends AgendaTaskSchema.class {}
AgendaTaskSchema.setClass(AgendaTask);
