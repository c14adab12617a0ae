import { defineEntity, p } from "@mikro-orm/postgresql";
import type { TaskPrincipalKind, TaskStatus } from "../../contract/agenda/vocabulary.ts";

const AgendaTaskEventSchema = defineEntity({
  name: "AgendaTaskEvent",
  properties: {
    id: p.uuid().primary(),
    taskId: p.uuid(),
    relationshipId: p.uuid(),
    fromStatus: p.text().$type<TaskStatus>().strictNullable(),
    toStatus: p.text().$type<TaskStatus>(),
    reason: p.text().strictNullable(),
    actorUserId: p.uuid().strictNullable(),
    actorKind: p.text().$type<TaskPrincipalKind>(),
    deviceId: p.uuid().strictNullable(),
    clientOperationId: p.text().strictNullable(),
    metadata: p.json<Readonly<Record<string, string | number | boolean | null>>>(),
    occurredAt: p.datetime(),
  },
  indexes: [{ name: "agenda_task_event_task_id_idx", properties: ["taskId", "occurredAt"] }],
  uniques: [
    {
      name: "agenda_task_event_operation_unique",
      properties: ["relationshipId", "deviceId", "clientOperationId", "taskId"],
      where: "client_operation_id is not null",
    },
  ],
});

/** A change of a task's status; append-only. */
export class AgendaTaskEvent extends AgendaTaskEventSchema.class {}
AgendaTaskEventSchema.setClass(AgendaTaskEvent);
