import { defineEntity, p } from "@mikro-orm/postgresql";

const AuthAuditEventSchema = defineEntity({
  name: "AuthAuditEvent",
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid().strictNullable(),
    eventType: p.text(),
    provider: p.text().strictNullable(),
    actor: p.text(),
    metadata: p.json<Record<string, string>>(),
    createdAt: p.datetime(),
  },
  indexes: [
    { name: "auth_audit_event_user_id_created_at_idx", properties: ["userId", "createdAt"] },
    {
      name: "auth_audit_event_contact_lookups_idx",
      properties: ["actor", "createdAt"],
      where: "event_type = 'USER_SOUGHT'",
    },
  ],
});

/** Append-only, kept 30 days: attempts and decisions at sign-in and registration; no contact, no token. */
export class AuthAuditEvent extends AuthAuditEventSchema.class {}

AuthAuditEventSchema.setClass(AuthAuditEvent);
