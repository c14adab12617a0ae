import { defineEntity, p } from "@mikro-orm/postgresql";
import type { Consumer, EventType } from "../../contract/outbox/vocabulary.ts";

const OutboxRowSchema = defineEntity({
  name: "OutboxRow",
  tableName: "outbox",
  properties: {
    id: p.uuid().primary(),
    consumer: p.text().$type<Consumer>(),
    key: p.text(),
    eventId: p.uuid(),
    type: p.text().$type<EventType>(),
    subjectId: p.uuid(),
    version: p.bigint("number"),
    refs: p.json<Readonly<Record<string, string | number | null>>>(),
    requestId: p.text().strictNullable(),
    occurredAt: p.datetime(),
    availableAt: p.datetime(),
    /**
     * When it became due, if an act deferred it or an operator drove it again; the end of the minute of a deferred
     * start. Otherwise null, and it was due when it occurred.
     */
    dueAt: p.datetime().strictNullable(),
    attempts: p.integer().default(0),
    lastError: p.text().strictNullable(),
    deadAt: p.datetime().strictNullable(),
    /** `traceparent` of the act that wrote it; null unless that was recorded. */
    traceContext: p.text().strictNullable(),
  },
  uniques: [{ name: "outbox_consumer_event_id_unique", properties: ["consumer", "eventId"] }],
  indexes: [
    {
      name: "outbox_consumer_available_at_id_idx",
      properties: ["consumer", "availableAt", "id"],
      where: "dead_at is null",
    },
  ],
});

/** One event for one consumer, until it is delivered or dead-lettered. */
export class OutboxRow extends OutboxRowSchema.class {}

OutboxRowSchema.setClass(OutboxRow);
