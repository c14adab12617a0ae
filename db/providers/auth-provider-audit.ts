import { defineEntity, p } from "@mikro-orm/postgresql";
import type { ProviderChange } from "../../contract/providers/vocabulary.ts";
import type { Settings } from "../../rules/providers/merge-provider.ts";

const AuthProviderAuditSchema = defineEntity({
  name: "AuthProviderAudit",
  properties: {
    id: p.uuid().primary(),
    providerKey: p.text(),
    change: p.text().$type<ProviderChange>(),
    oldValues: p.json<Settings>(),
    newValues: p.json<Settings>(),
    reason: p.text().strictNullable(),
    actor: p.text(),
    createdAt: p.datetime(),
  },
  indexes: [
    {
      name: "auth_provider_audit_provider_key_created_at_idx",
      properties: ["providerKey", "createdAt"],
    },
  ],
});

/** Append-only, kept 30 days: a change of a provider's configuration. */
export class AuthProviderAudit extends AuthProviderAuditSchema.class {}

AuthProviderAuditSchema.setClass(AuthProviderAudit);
