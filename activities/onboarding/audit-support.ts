import type { AuthAuditEventType, TokenRole } from "../../contract/accounts/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import type { Tx } from "../../db/transact.ts";

/** What support did with an onboarding, and why. */
export interface SupportAct {
  readonly eventType: Extract<AuthAuditEventType, "ONBOARDING_READ" | "ONBOARDING_FORCE_COMPLETED">;
  /** The client's. */
  readonly userId: string;
  readonly instanceId: string;
  readonly actor: string;
  readonly role: TokenRole;
  readonly reason: string;
}

/** Audits what support did, in the transaction that did it (docs/rooms/wire.md#support-access). */
export async function auditSupport(tx: Tx, did: SupportAct): Promise<void> {
  const { userId, eventType, actor, instanceId, role, reason } = did;
  const metadata = { instanceId, role, reason };
  await appendAuthAudit(tx, { userId, eventType, provider: null, actor, metadata });
}
