import { defineEntity, p } from "@mikro-orm/postgresql";
import type { TokenRole } from "../../../contract/accounts/vocabulary.ts";
import type { SupportAccessKind } from "../../../contract/sync/support/support-vocabulary.ts";

const SupportAccessAuditSchema = defineEntity({
  name: "SupportAccessAudit",
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<SupportAccessKind>(),
    deviceId: p.uuid().strictNullable(),
    receiptId: p.uuid().strictNullable(),
    agendaTaskId: p.uuid().strictNullable(),
    actor: p.text(),
    role: p.text().$type<TokenRole>(),
    reason: p.text(),
    requestId: p.text(),
    createdAt: p.datetime(),
  },
  indexes: [
    {
      name: "support_access_audit_receipt_id_idx",
      properties: "receiptId",
      where: "receipt_id is not null",
    },
    {
      name: "support_access_audit_device_id_idx",
      properties: ["deviceId", "id"],
      where: "device_id is not null",
    },
  ],
});

/** A read of raw sync records by an operator, or an act on them, and why. Append-only. */
export class SupportAccessAudit extends SupportAccessAuditSchema.class {}

SupportAccessAuditSchema.setClass(SupportAccessAudit);
