import type { TokenRole } from "../../../contract/accounts/vocabulary.ts";
import type { SupportAccessKind } from "../../../contract/sync/support/support-vocabulary.ts";
import { newId } from "../../../db/new-id.ts";
import { appendAccessAudit } from "../../../db/sync/support/append-access-audit.ts";
import type { Tx } from "../../../db/transact.ts";

/** Who looks or acts, in words that may be stored, and why. */
export interface Operator {
  readonly actor: string;
  readonly role: TokenRole;
  readonly reason: string;
  readonly requestId: string;
}

/** What an operator saw or did. */
export interface Access {
  readonly kind: SupportAccessKind;
  readonly deviceId: string | null;
  /** Receipts that were looked at: each is cited by a row of its own, and stays full. */
  readonly receiptIds: readonly string[];
  /** The daily task that was looked at. */
  readonly agendaTaskId?: string;
}

/**
 * Audits a look or an act in the transaction of it (docs/rooms/wire.md#support-access): a row for each
 * receipt, at least one.
 */
export async function auditAccess(tx: Tx, access: Access, operator: Operator): Promise<void> {
  const cited = access.receiptIds.length === 0 ? [null] : access.receiptIds;
  const { kind, deviceId, agendaTaskId = null } = access;
  const rows = cited.map((receiptId) => ({ id: newId(), receiptId }));
  await appendAccessAudit(tx, { kind, deviceId, agendaTaskId, rows, ...operator });
}
