import { defineEntity, p } from "@mikro-orm/postgresql";
import { User } from "./user.ts";

const AuthIdentitySchema = defineEntity({
  name: "AuthIdentity",
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().deferMode("deferred").index(),
    provider: p.text(),
    issuer: p.text(),
    tenant: p.text().default(""),
    subject: p.text(),
    emailVerified: p.boolean(),
    phoneVerified: p.boolean(),
    createdAt: p.datetime(),
    lastLoginAt: p.datetime(),
    claimedAt: p.datetime().strictNullable(),
    unlinkedAt: p.datetime().strictNullable(),
  },
  uniques: [
    {
      name: "auth_identity_provider_issuer_tenant_subject_unique",
      properties: ["provider", "issuer", "tenant", "subject"],
      where: "unlinked_at is null",
    },
  ],
});

/** A sign-in at a provider; while linked it belongs to exactly one user and never moves. */
export class AuthIdentity extends AuthIdentitySchema.class {}

AuthIdentitySchema.setClass(AuthIdentity);
