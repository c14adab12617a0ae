import { defineEntity, p } from "@mikro-orm/postgresql";
import { Relationship } from "../relationships/relationship.ts";

const AgendaDaySchema = defineEntity({
  name: "AgendaDay",
  properties: {
    relationshipId: () => p.manyToOne(Relationship).mapToPk().primary(),
    localDate: p.date().primary(),
    timezone: p.text(),
    projectionVersion: p.bigint("number"),
    taskCount: p.integer(),
    completedCount: p.integer(),
    skippedCount: p.integer(),
    missedCount: p.integer(),
    agendaChecksum: p.text(),
    reviewedAt: p.datetime().strictNullable(),
    projectedAt: p.datetime(),
  },
});

/** Snapshot metadata of one day's agenda, recomputed from its tasks, never incremented. */
export class AgendaDay extends AgendaDaySchema.class {}
AgendaDaySchema.setClass(AgendaDay);
