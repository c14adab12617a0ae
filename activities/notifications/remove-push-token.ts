import { Refusal } from "../../contract/refusal.ts";
import type { PushToken } from "../../db/notifications/push-token.ts";
import { findUserToken } from "../../db/notifications/push-token-rows.ts";
import { retirePushTokens } from "../../db/notifications/retire-push-tokens.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Ends a push token of the user, also one of another phone. A repeated call returns the same instant.
 *
 * @throws Refusal NOT_FOUND for an unknown or foreign one.
 */
export async function removePushToken(tx: Tx, removal: PushTokenRemoval): Promise<PushToken> {
  if ((await findUserToken(tx, removal)) === null) throw new Refusal("NOT_FOUND");
  const ids = [removal.pushTokenId];
  await retirePushTokens(tx, { which: { kind: "IDS", ids }, reason: "REMOVED" });
  const removed = await findUserToken(tx, removal);
  if (removed === null) throw new Refusal("NOT_FOUND");
  return removed;
}

/** The push token to end, and its user. */
export interface PushTokenRemoval {
  readonly userId: string;
  readonly pushTokenId: string;
}
