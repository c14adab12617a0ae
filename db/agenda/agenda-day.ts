import { defineEntity, p } from "@mikro-orm/postgresql";
import type { HoldReason } from "../../contract/agenda/closing-vocabulary.ts";
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
    countedCount: p.integer().default(0),
    doneCount: p.integer().default(0),
    /** Sum of the scores of the counted tasks. */
    adherenceScore: p.decimal("number").precision(9).scale(3).default(0),
    projectedAt: p.datetime(),
    /** Since when its sums are invalid. */
    invalidatedAt: p.datetime().strictNullable(),
    openedAt: p.datetime(),
    /** Whether it was opened too late to be offered: it then counts for nothing. */
    notOffered: p.boolean().default(false),
    /** Its end; null until the next day begins. */
    endsAt: p.datetime().strictNullable(),
    /** When it closes; null until the next day begins, and while the relationship is paused. */
    closesAt: p.datetime().strictNullable(),
    /** When it is next scanned: at `closesAt`, during a hold, or later after failures. */
    lookAt: p.datetime().strictNullable(),
    lookFailures: p.integer().default(0),
    holdReason: p.text().$type<HoldReason>().strictNullable(),
    closedAt: p.datetime().strictNullable(),
    /** When evidence last arrived after the close. */
    correctedAt: p.datetime().strictNullable(),
    lateCount: p.integer().default(0),
    /** The coach's first review. */
    reviewedAt: p.datetime().strictNullable(),
    lastReviewedAt: p.datetime().strictNullable(),
    /** When an operation was first accepted after `lastReviewedAt`. */
    changedAfterReviewAt: p.datetime().strictNullable(),
    /** When its logged operations become final, a quarter of an hour; null before the first. */
    undoClosesAt: p.datetime().strictNullable(),
    /** Device that sent one of the last of them, for devices' actors of the previous release. */
    undoDeviceId: p.uuid().strictNullable(),
    undoClosedAt: p.datetime().strictNullable(),
  },
  indexes: [
    {
      name: "agenda_day_look_idx",
      properties: ["lookAt", "relationshipId", "localDate"],
      where: "look_at is not null",
    },
    {
      name: "agenda_day_held_idx",
      properties: ["holdReason", "closesAt"],
      where: "look_at is not null and hold_reason is not null and closed_at is null",
    },
    {
      name: "agenda_day_unclosed_idx",
      properties: ["relationshipId", "localDate"],
      where: "closed_at is null",
    },
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
