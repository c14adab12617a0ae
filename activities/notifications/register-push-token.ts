import { createHash } from "node:crypto";

import { MOST_PUSH_TOKENS } from "../../contract/notifications/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { PushToken } from "../../db/notifications/push-token.ts";
import {
  countOtherTokens,
  findOwnToken,
  lockRegistration,
  insertPushToken,
  type NewPushToken,
  retireFormer,
} from "../../db/notifications/push-token-rows.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Binds a push token like {@link bindPushToken}.
 *
 * @throws Refusal PUSH_TOKEN_LIMIT_REACHED when the maximum number of other apps of the user receive pushes.
 */
export async function registerPushToken(
  tx: Tx,
  registration: PushTokenRegistration,
): Promise<PushToken> {
  const bound = await bindPushToken(tx, registration);
  if (bound === null) throw new Refusal("PUSH_TOKEN_LIMIT_REACHED");
  return bound;
}

/** A token, and the session of its app. The caller holds the lock on the session. */
export type PushTokenRegistration = Omit<NewPushToken, "id" | "tokenHash">;

/**
 * Binds a push token to a session. The same token again changes nothing, another one replaces the former, and a token
 * of another user moves here. The caller holds the lock on the user, so that the limit holds.
 *
 * @returns null when the maximum number of other apps of the user receive pushes; nothing is changed then.
 */
export async function bindPushToken(
  tx: Tx,
  registration: PushTokenRegistration,
): Promise<PushToken | null> {
  const { provider, token } = registration;
  const tokenHash = createHash("sha256").update(`${provider}\n${token}`).digest("hex");
  const row = { ...registration, tokenHash };
  await lockRegistration(tx, row);
  const known = await findOwnToken(tx, row);
  if (known !== null) return known;
  if ((await countOtherTokens(tx, row)) >= MOST_PUSH_TOKENS) return null;
  await retireFormer(tx, row);
  return await insertPushToken(tx, { ...row, id: newId() });
}
