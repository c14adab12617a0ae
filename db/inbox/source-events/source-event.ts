import { defineEntity, p } from "@mikro-orm/postgresql";
import type { SourceEventOutcome } from "../../../contract/inbox/source-event-schema.ts";
import type { OutsideEvent, Severity } from "../../../contract/inbox/vocabulary.ts";
import { Relationship } from "../../relationships/relationship.ts";

const SourceEventSchema = defineEntity({
  name: "SourceEvent",
  properties: {
    source: p.text().primary(),
    eventId: p.uuid().primary(),
    fingerprint: p.text(),
    type: p.text().$type<OutsideEvent>(),
    relationshipId: () =>
      p.manyToOne(Relationship).mapToPk().updateRule("no action").deleteRule("no action"),
    subjectId: p.uuid(),
    occurredAt: p.datetime(),
    severity: p.text().$type<Severity>(),
    dueAt: p.datetime().strictNullable(),
    acceptedAt: p.datetime(),
    outcome: p.text().$type<SourceEventOutcome>().strictNullable(),
    taskId: p.uuid().strictNullable(),
  },
  indexes: [
    {
      name: "source_event_subject_idx",
      properties: ["relationshipId", "subjectId", "occurredAt"],
    },
    { name: "source_event_accepted_idx", properties: ["acceptedAt"] },
  ],
});

/** A report of another system, and its effect on the inbox. */
export class SourceEvent extends SourceEventSchema.class {}
SourceEventSchema.setClass(SourceEvent);
