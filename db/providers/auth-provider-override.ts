import { defineEntity, p } from "@mikro-orm/postgresql";
import type { ProviderOverride } from "../../contract/providers/config-schema.ts";

const AuthProviderOverrideSchema = defineEntity({
  name: "AuthProviderOverride",
  properties: {
    providerKey: p.text().primary(),
    settings: p.json<ProviderOverride>(),
    revision: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** Settings by administrators that override a provider's file. */
export class AuthProviderOverride extends AuthProviderOverrideSchema.class {}

AuthProviderOverrideSchema.setClass(AuthProviderOverride);
