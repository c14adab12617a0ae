import { defineEntity, p } from "@mikro-orm/postgresql";
import type { EmailStatus } from "../../contract/outbox/email-vocabulary.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";

const LetterSchema = defineEntity({
  name: "Letter",
  properties: {
    eventId: p.uuid().primary(),
    type: p.text().$type<EventType>(),
    subjectId: p.uuid(),
    userId: p.uuid().strictNullable(),
    status: p.text().$type<EmailStatus>(),
    attempts: p.integer(),
    failureCode: p.text().strictNullable(),
    createdAt: p.datetime(),
    triedAt: p.datetime().strictNullable(),
  },
  indexes: [
    { name: "letter_subject_id_event_id_idx", properties: ["subjectId", "eventId"] },
    {
      name: "letter_user_id_event_id_idx",
      properties: ["userId", "eventId"],
      where: "user_id is not null",
    },
  ],
});

/** Delivery log of the e-mail for an event. */
export class Letter extends LetterSchema.class {}

LetterSchema.setClass(Letter);
