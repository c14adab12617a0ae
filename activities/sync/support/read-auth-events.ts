import type { AuthAuditEventType } from "../../../contract/accounts/vocabulary.ts";
import { appendAuthAudit } from "../../../db/accounts/append-auth-audit.ts";
import { getSupportUser, listAuthEvents } from "../../../db/accounts/support/queries.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { Operator } from "./audit-access.ts";

/**
 * Shows an operator the newest events of a person's auth audit, audited in the same transaction.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function readAuthEvents(
  tx: Tx,
  { userId, operator }: { readonly userId: string; readonly operator: Operator },
) {
  await getSupportUser(tx, userId);
  const events = await listAuthEvents(tx, userId);
  const { actor, reason, role } = operator;
  const eventType = "AUTH_AUDIT_READ" satisfies AuthAuditEventType;
  const metadata = { reason, role };
  await appendAuthAudit(tx, { userId, eventType, provider: null, actor, metadata });
  return events;
}
