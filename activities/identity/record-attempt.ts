import { type AuthAuditEntry, appendAuthAudit } from "../../db/identity/append-auth-audit.ts";
import type { Tx } from "../../db/transact.ts";

/** Writes a refused attempt down; the attempt itself was rolled back (document 2, "Errors"). */
export async function recordAttempt(tx: Tx, attempt: AuthAuditEntry): Promise<void> {
  await appendAuthAudit(tx, attempt);
}
