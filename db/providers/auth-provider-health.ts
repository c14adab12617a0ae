import { defineEntity, p } from "@mikro-orm/postgresql";
import type { HealthError, ProviderHealth } from "../../contract/providers/vocabulary.ts";

const AuthProviderHealthSchema = defineEntity({
  name: "AuthProviderHealth",
  properties: {
    id: p.uuid().primary(),
    providerKey: p.text(),
    status: p.text().$type<ProviderHealth>(),
    latencyMs: p.integer(),
    errorCode: p.text().$type<HealthError>().strictNullable(),
    checkedAt: p.datetime(),
  },
  indexes: [
    {
      name: "auth_provider_health_provider_key_checked_at_idx",
      properties: ["providerKey", "checkedAt"],
    },
  ],
});

/** One probe of a provider, kept 30 days. */
export class AuthProviderHealth extends AuthProviderHealthSchema.class {}

AuthProviderHealthSchema.setClass(AuthProviderHealth);
