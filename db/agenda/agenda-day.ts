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
    /** When what was logged of it becomes final; null before anything was. */
    undoClosesAt: p.datetime().strictNullable(),
    /** Device that sent the last of it: its actor closes the day. */
    undoDeviceId: p.uuid().strictNullable(),
    undoClosedAt: p.datetime().strictNullable(),
  },
  indexes: [
    {
      name: "agenda_day_undo_idx",
      properties: "undoDeviceId",
      where: "undo_device_id is not null and undo_closed_at is null",
    },
  ],
});

/** Snapshot metadata of one day's agenda, recomputed from its tasks, never incremented. */
export class AgendaDay extends AgendaDaySchema.class {}
AgendaDaySchema.setClass(AgendaDay);
