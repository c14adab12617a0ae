import type { AuthAuditEventType, TokenRole } from "../../../contract/accounts/vocabulary.ts";
import { appendAuthAudit } from "../../../db/accounts/append-auth-audit.ts";
import { listPurgeOrders, type PurgeOrderView } from "../../../db/sync/purge/queries.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";

/** Shows a page of orders to an operator; the same transaction audits the operator and the reason. */
export async function readPurgeOrders(
  tx: Tx,
  { actor, role, reason, ...which }: PurgeOrdersReading,
): Promise<readonly PurgeOrderView[]> {
  const eventType = "PURGE_ORDERS_READ" satisfies AuthAuditEventType;
  const metadata = { reason, role };
  await appendAuthAudit(tx, { userId: null, eventType, provider: null, actor, metadata });
  return await listPurgeOrders(tx, { deviceId: null, ...which });
}

/** An operator reads purge orders. */
export interface PurgeOrdersReading {
  readonly unacknowledged: boolean;
  readonly lost: boolean;
  readonly actor: string;
  readonly role: TokenRole;
  readonly reason: string;
  readonly afterId: string | null;
  readonly limit: number;
}
