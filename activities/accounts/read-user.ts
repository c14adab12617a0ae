import type { TokenRole } from "../../contract/accounts/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { getSupportUser, type SupportUser } from "../../db/accounts/support/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Shows an account to an operator. The same transaction audits the operator and the reason
 * (docs/rooms/wire.md#support-access).
 *
 * @throws Refusal NOT_FOUND.
 */
export async function readUser(tx: Tx, reading: UserReading): Promise<SupportUser> {
  const { userId, actor, role, reason } = reading;
  const user = await getSupportUser(tx, userId);
  const metadata = { reason, role };
  await appendAuthAudit(tx, { userId, eventType: "USER_READ", provider: null, actor, metadata });
  return user;
}

/** An operator reads an account. */
export interface UserReading {
  readonly userId: string;
  readonly actor: string;
  readonly role: TokenRole;
  readonly reason: string;
}
