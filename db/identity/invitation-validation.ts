import { defineEntity, p } from "@mikro-orm/postgresql";
import { Invitation } from "./invitation.ts";

const InvitationValidationSchema = defineEntity({
  name: "InvitationValidation",
  properties: {
    id: p.uuid().primary(),
    invitationId: () => p.manyToOne(Invitation).mapToPk().index(),
    provider: p.text(),
    issuer: p.text(),
    tenant: p.text(),
    subject: p.text(),
    expiresAt: p.datetime(),
    createdAt: p.datetime(),
  },
});

/** Short-lived proof that one identity opened one valid invitation. */
export class InvitationValidation extends InvitationValidationSchema.class {}

InvitationValidationSchema.setClass(InvitationValidation);
