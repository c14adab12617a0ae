import { createHash } from "node:crypto";

import { newId } from "../../db/new-id.ts";
import type { PushToken } from "../../db/notifications/push-token.ts";
import {
  findOwnToken,
  lockRegistration,
  insertPushToken,
  type NewPushToken,
  retireFormer,
} from "../../db/notifications/push-token-rows.ts";
import type { Tx } from "../../db/transact.ts";

/** A token, and the session whose app it leads to. The caller holds the session. */
export type PushTokenRegistration = Omit<NewPushToken, "id" | "tokenHash">;

/**
 * Binds a push token to a session: the same again changes nothing, another one takes the former's place,
 * and one that led to somebody else leads there no more.
 */
export async function registerPushToken(
  tx: Tx,
  registration: PushTokenRegistration,
): Promise<PushToken> {
  const { provider, token } = registration;
  const tokenHash = createHash("sha256").update(`${provider}\n${token}`).digest("hex");
  const row = { ...registration, tokenHash };
  await lockRegistration(tx, row);
  const known = await findOwnToken(tx, row);
  if (known !== null) return known;
  await retireFormer(tx, row);
  return await insertPushToken(tx, { ...row, id: newId() });
}
