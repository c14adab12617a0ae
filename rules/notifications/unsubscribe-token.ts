import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { keyedText } from "../keyed-text.ts";

/** Proof that a mail to this person offered it: 256 bits, base64url, never stored. */
export async function unsubscribeToken(
  key: Uint8Array,
  { userId, category }: Unsubscription,
): Promise<string> {
  return await keyedText(key, `sideline unsubscribe\n${userId}\n${category}`);
}

/** A person and the category they unsubscribe from. */
export interface Unsubscription {
  readonly userId: string;
  readonly category: NotificationCategory;
}

/** The URL that a mail program posts to for one-click unsubscription (RFC 8058). */
export async function unsubscribeUrl(
  { key, publicUrl }: { readonly key: Uint8Array; readonly publicUrl: string },
  unsubscription: Unsubscription,
): Promise<string> {
  const token = await unsubscribeToken(key, unsubscription);
  const query = new URLSearchParams({ ...unsubscription, token });
  return `${publicUrl}/api/v1/notifications/unsubscribe?${query.toString()}`;
}
