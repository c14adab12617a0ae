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

/** What a security disable ended and left over; it has the id of the disable's line in the audit. */
export class AuthProviderSessionReview extends AuthProviderSessionReviewSchema.class {}

AuthProviderSessionReviewSchema.setClass(AuthProviderSessionReview);
