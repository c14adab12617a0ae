import { defineEntity, p } from "@mikro-orm/postgresql";

const ActorSchema = defineEntity({
  name: "Actor",
  properties: {
    workflowId: p.text().primary(),
    dueAt: p.datetime().index(),
    dueReason: p.text(),
    lastSettledAt: p.datetime().strictNullable(),
    /** How often an event marked it as due. */
    marks: p.integer().default(0),
    /** When the sweep last woke it; null once it settled. */
    toldAt: p.datetime().strictNullable(),
    /** Failed settlements in a row, and when it retries. */
    failures: p.integer().default(0),
    nextTryAt: p.datetime().strictNullable(),
  },
  indexes: [{ name: "actor_failures_idx", properties: "workflowId", where: "failures > 0" }],
});

/** The next wait of an actor: a copy for the sweep and for operators. */
export class Actor extends ActorSchema.class {}

ActorSchema.setClass(Actor);
