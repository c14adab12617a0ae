import { defineEntity, p } from "@mikro-orm/postgresql";
import type { SupportPermission } from "../../contract/accounts/support-vocabulary.ts";

const SupportGrantSchema = defineEntity({
  name: "SupportGrant",
  properties: {
    id: p.uuid().primary(),
    issuer: p.text(),
    subject: p.text(),
    permission: p.text().$type<SupportPermission>(),
    reason: p.text(),
    grantedBy: p.text(),
    grantedAt: p.datetime(),
    revokedBy: p.text().strictNullable(),
    revokedAt: p.datetime().strictNullable(),
  },
  uniques: [
    {
      name: "support_grant_active_unique",
      properties: ["issuer", "subject", "permission"],
      where: "revoked_at is null",
    },
  ],
});

/** One permission of a support person, who granted it, and why. Staff are identified by their sign-in. */
export class SupportGrant extends SupportGrantSchema.class {}

SupportGrantSchema.setClass(SupportGrant);
