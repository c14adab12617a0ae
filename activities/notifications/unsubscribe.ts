import { Refusal } from "../../contract/refusal.ts";
import { muteCategory } from "../../db/notifications/mute-category.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { DEFAULT_PREFERENCES } from "../../rules/notifications/judge-notification.ts";
import {
  type Unsubscription,
  unsubscribeToken,
} from "../../rules/notifications/unsubscribe-token.ts";

/**
 * Unsubscribes a person from a category by the link in an e-mail sent to them; idempotent (RFC 8058).
 *
 * @throws Refusal NOT_FOUND, if no e-mail offered it.
 */
export async function unsubscribe(
  tx: Tx,
  { token, ...unsubscription }: Unsubscription & { readonly token: string },
  key: Uint8Array,
): Promise<void> {
  if (token !== (await unsubscribeToken(key, unsubscription))) throw new Refusal("NOT_FOUND");
  await muteCategory(tx, unsubscription, DEFAULT_PREFERENCES);
}
