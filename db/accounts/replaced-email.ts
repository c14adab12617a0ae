import { defineEntity, p } from "@mikro-orm/postgresql";
import { User } from "./user.ts";

const ReplacedEmailSchema = defineEntity({
  name: "ReplacedEmail",
  properties: {
    id: p.uuid().primary(),
    eventId: p.uuid(),
    userId: () => p.manyToOne(User).mapToPk().index(),
    email: p.text().strictNullable(),
  },
  uniques: [{ name: "replaced_email_event_id_unique", properties: ["eventId"] }],
});

/** A former address of an account, kept until it has been notified (docs/rooms/accounts.md#e-mail-follows). */
export class ReplacedEmail extends ReplacedEmailSchema.class {}

ReplacedEmailSchema.setClass(ReplacedEmail);
