import { type AuthAuditEntry, appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { hasRecentAudit } from "../../db/accounts/guard/has-recent-audit.ts";
import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import { lockName } from "../../db/platform/lock-name.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Records a refused attempt in the audit; the attempt itself was rolled back (docs/rooms/wire.md#failed-attempts).
 */
export async function recordAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  const { onceWithinSeconds: seconds, ...entry } = attempt;
  const { userId, actor } = entry;
  if (seconds !== undefined) {
    await (userId === null ? lockName(tx, `attempts of ${actor}`) : lockUser(tx, userId));
    if (await hasRecentAudit(tx, { ...entry, seconds })) return;
  }
  await appendAuthAudit(tx, entry);
}

/**
 * A refused attempt. Within `onceWithinSeconds` the same attempt of one user, or of an actor without an account, is
 * recorded once; if it is absent, every attempt is recorded.
 */
export interface Attempt extends AuthAuditEntry {
  readonly onceWithinSeconds?: number;
}
