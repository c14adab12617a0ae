import { defineEntity, p } from "@mikro-orm/postgresql";
import { User } from "./user.ts";

const TermsAcceptanceSchema = defineEntity({
  name: "TermsAcceptance",
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk(),
    termsVersion: p.text(),
    privacyVersion: p.text(),
    acceptedAt: p.datetime(),
    ipHash: p.text(),
    userAgentHash: p.text(),
  },
  uniques: [
    {
      name: "terms_acceptance_user_versions_unique",
      properties: ["userId", "termsVersion", "privacyVersion"],
    },
  ],
});

/** Append-only: a user accepted one pair of legal versions, once. */
export class TermsAcceptance extends TermsAcceptanceSchema.class {}

TermsAcceptanceSchema.setClass(TermsAcceptance);
