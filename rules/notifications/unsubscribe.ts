import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { keyedText } from "../keyed-text.ts";

/** Whoever is no longer to be told of a category. */
export interface Unsubscription {
  readonly userId: string;
  readonly category: NotificationCategory;
}

/** What proves that a letter to this person offered it: 256 bits, base64url, kept nowhere. */
export async function unsubscribeToken(
  key: Uint8Array,
  { userId, category }: Unsubscription,
): Promise<string> {
  return await keyedText(key, `sideline unsubscribe\n${userId}\n${category}`);
}

/** Where a mail program posts to when somebody unsubscribes with one click (RFC 8058). */
export async function unsubscribeUrl(
  { key, publicUrl }: { readonly key: Uint8Array; readonly publicUrl: string },
  unsubscription: Unsubscription,
): Promise<string> {
  const token = await unsubscribeToken(key, unsubscription);
  const query = new URLSearchParams({ ...unsubscription, token });
  return `${publicUrl}/api/v1/notifications/unsubscribe?${query.toString()}`;
}

/** The categories that are mailed again and again without being asked for one by one. */
export const UNSUBSCRIBABLE = ["INBOX_DIGEST"] as const satisfies readonly NotificationCategory[];
