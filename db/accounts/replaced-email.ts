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

/** An address that an account went by, kept until it has been told so (docs/rooms/accounts.md#e-mail-follows). */
export class ReplacedEmail extends ReplacedEmailSchema.class {}

ReplacedEmailSchema.setClass(ReplacedEmail);
