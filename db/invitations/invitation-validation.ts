import { defineEntity, p } from "@mikro-orm/postgresql";
import { Invitation } from "./invitation.ts";

const InvitationValidationSchema = defineEntity({
  name: "InvitationValidation",
  properties: {
    id: p.uuid().primary(),
    invitationId: () => p.manyToOne(Invitation).mapToPk(),
    provider: p.text(),
    issuer: p.text(),
    tenant: p.text(),
    subject: p.text(),
    expiresAt: p.datetime(),
    createdAt: p.datetime(),
  },
  uniques: [
    {
      name: "invitation_validation_holder_unique",
      properties: ["invitationId", "provider", "issuer", "tenant", "subject"],
    },
  ],
  indexes: [{ name: "invitation_validation_expires_at_idx", properties: ["expiresAt"] }],
});

/** Short-lived proof that one identity opened one valid invitation; the next one replaces it. */
export class InvitationValidation extends InvitationValidationSchema.class {}

InvitationValidationSchema.setClass(InvitationValidation);
