import { markSeen } from "../../../db/accounts/sessions/claim-app-session.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";

/** Records that a session is in use, at most once a minute; it waits for no lock. */
export async function markSessionSeen(tx: Tx, appSessionId: string): Promise<void> {
  await markSeen(tx, appSessionId);
}
