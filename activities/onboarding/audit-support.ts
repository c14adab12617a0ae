import type { AuthAuditEventType, TokenRole } from "../../contract/accounts/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/** Audits an act of support in its transaction (docs/rooms/wire.md#support-access). */
export async function auditSupport(tx: Tx, did: SupportAct): Promise<void> {
  const { userId, eventType, actor, instanceId, role, reason } = did;
  const metadata = { instanceId, role, reason };
  await appendAuthAudit(tx, { userId, eventType, provider: null, actor, metadata });
}

/** An act of support on an onboarding, and the reason. */
export interface SupportAct {
  readonly eventType: Extract<AuthAuditEventType, "ONBOARDING_READ" | "ONBOARDING_FORCE_COMPLETED">;
  /** The client's user id. */
  readonly userId: string;
  readonly instanceId: string;
  readonly actor: string;
  readonly role: TokenRole;
  readonly reason: string;
}
