import { defineEntity, p } from "@mikro-orm/postgresql";
import type { CoachTaskActor, CoachTaskEventType } from "../../contract/inbox/vocabulary.ts";
import { CoachTask } from "./coach-task.ts";

const CoachTaskEventSchema = defineEntity({
  name: "CoachTaskEvent",
  properties: {
    id: p.uuid().primary(),
    taskId: () => p.manyToOne(CoachTask).mapToPk().updateRule("no action").deleteRule("no action"),
    type: p.text().$type<CoachTaskEventType>(),
    actorKind: p.text().$type<CoachTaskActor>(),
    actorUserId: p.uuid().strictNullable(),
    sourceEventId: p.uuid().strictNullable(),
    metadata: p.json<Readonly<Record<string, string | number | null>>>(),
    occurredAt: p.datetime(),
  },
  uniques: [
    {
      name: "coach_task_event_source_unique",
      properties: ["taskId", "sourceEventId", "type"],
      where: "source_event_id is not null",
    },
  ],
  indexes: [{ name: "coach_task_event_task_idx", properties: ["taskId", "occurredAt"] }],
});

/** History of a coach task; append-only. */
export class CoachTaskEvent extends CoachTaskEventSchema.class {}
CoachTaskEventSchema.setClass(CoachTaskEvent);
