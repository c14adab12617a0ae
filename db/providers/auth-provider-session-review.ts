import { defineEntity, p } from "@mikro-orm/postgresql";

const AuthProviderSessionReviewSchema = defineEntity({
  name: "AuthProviderSessionReview",
  properties: {
    id: p.uuid().primary(),
    providerKey: p.text(),
    actor: p.text(),
    endedCount: p.integer(),
    deviceCount: p.integer(),
    leftCount: p.integer().strictNullable(),
    openedAt: p.datetime(),
    reviewedAt: p.datetime().strictNullable(),
  },
  indexes: [{ properties: ["providerKey", "openedAt"] }],
});

/** The sessions that a security disable ended, and those left open; its id is that of the disable's audit entry. */
export class AuthProviderSessionReview extends AuthProviderSessionReviewSchema.class {}

AuthProviderSessionReviewSchema.setClass(AuthProviderSessionReview);
