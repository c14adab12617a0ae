import { defineEntity, p } from "@mikro-orm/postgresql";

const AuthProviderDaySchema = defineEntity({
  name: "AuthProviderDay",
  properties: {
    providerKey: p.text().primary(),
    day: p.date().primary(),
    healthyCount: p.integer(),
    degradedCount: p.integer(),
    downCount: p.integer(),
    slowestMs: p.integer().strictNullable(),
    changeCount: p.integer(),
  },
});

/** Summary of a provider's probes and changes of one UTC day. */
export class AuthProviderDay extends AuthProviderDaySchema.class {}

AuthProviderDaySchema.setClass(AuthProviderDay);
