import type { TokenRole } from "../../../contract/accounts/vocabulary.ts";
import type { SupportAccessKind } from "../../../contract/sync/support/support-vocabulary.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendAccessAudit } from "../../../db/sync/support/append-access-audit.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Audits an operator's read or act in its transaction (docs/rooms/wire.md#support-access): a row for each receipt, at
 * least one.
 */
export async function auditAccess(tx: Tx, access: Access, operator: Operator): Promise<void> {
  const cited = access.receiptIds.length === 0 ? [null] : access.receiptIds;
  const { kind, deviceId, agendaTaskId = null } = access;
  const rows = cited.map((receiptId) => ({ id: newId(), receiptId }));
  await appendAccessAudit(tx, { kind, deviceId, agendaTaskId, rows, ...operator });
}

/** The operator and the reason; the name is safe to store. */
export interface Operator {
  readonly actor: string;
  readonly role: TokenRole;
  readonly reason: string;
  readonly requestId: string;
}

/** An operator's read or act. */
export interface Access {
  readonly kind: SupportAccessKind;
  readonly deviceId: string | null;
  /** Receipts that were shown: each is cited by its own row, and stays full. */
  readonly receiptIds: readonly string[];
  /** The daily task that was shown. */
  readonly agendaTaskId?: string;
}
