import { defineEntity, p } from "@mikro-orm/postgresql";

const ActorSchema = defineEntity({
  name: "Actor",
  properties: {
    workflowId: p.text().primary(),
    room: p.text(),
    subjectId: p.uuid(),
    dueAt: p.datetime().index(),
    dueReason: p.text(),
    lastSettledAt: p.datetime().strictNullable(),
  },
});

/** What an actor waits for: a copy for the sweep and for operators. */
export class Actor extends ActorSchema.class {}

ActorSchema.setClass(Actor);
