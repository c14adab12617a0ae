import type { TokenRole } from "../../../contract/accounts/vocabulary.ts";
import type { SupportAccessKind } from "../../../contract/sync/support/support-vocabulary.ts";
import { clockOnce } from "../../platform/clock-once.ts";
import { records } from "../../platform/statements/records.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Records who read what, and why; receipts cited here are never pruned. */
export async function appendAccessAudit(tx: Tx, audit: AccessAudit): Promise<void> {
  const { kind, deviceId, agendaTaskId, rows, actor, role, reason, requestId } = audit;
  const row = records(rows, [
    ["id", "uuid"],
    ["receiptId", "uuid"],
  ]);
  const lines = tables(tx)
    .selectFrom(row.as("row"))
    .select(["row.id", "row.receiptId"])
    .select(({ val }) => [
      val(kind).as("kind"),
      val(deviceId).as("deviceId"),
      val(agendaTaskId).as("agendaTaskId"),
      val(actor).as("actor"),
      val(role).as("role"),
      val(reason).as("reason"),
      val(requestId).as("requestId"),
      clockOnce.as("createdAt"),
    ]);
  await tables(tx)
    .insertInto("supportAccessAudit")
    .columns([
      "id",
      "receiptId",
      "kind",
      "deviceId",
      "agendaTaskId",
      "actor",
      "role",
      "reason",
      "requestId",
      "createdAt",
    ])
    .expression(lines)
    .execute();
}

/** One read or act of an operator. */
export interface AccessAudit {
  readonly kind: SupportAccessKind;
  /** Null if it concerns no single device. */
  readonly deviceId: string | null;
  /** The daily task that was read; null for anything else. */
  readonly agendaTaskId: string | null;
  /** One row each, by id: the receipt that was read, or null for none. */
  readonly rows: readonly { readonly id: string; readonly receiptId: string | null }[];
  /** Never a name; see `api/guard/principal-of.ts`. */
  readonly actor: string;
  readonly role: TokenRole;
  readonly reason: string;
  readonly requestId: string;
}
