import { base64Url, keyedText } from "../keyed-text.ts";

/**
 * Token of an invitation: 256 bits, base64url. It is derived anew whenever it is shown or mailed and
 * stored nowhere; a raised generation makes every former token unknown. It carries nothing, so a
 * wrong one says nothing either.
 */
export async function deriveInvitationToken(
  key: Uint8Array,
  invitation: { readonly id: string; readonly generation: number },
): Promise<string> {
  const { id, generation } = invitation;
  return await keyedText(key, `sideline invitation token\n${id}\n${generation}`);
}

/** What is kept of a token, and what it is looked up by: its SHA-256, base64url. */
export async function invitationTokenHash(token: string): Promise<string> {
  return base64Url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
}
