import { base64Url, keyedText } from "../keyed-text.ts";

/**
 * Token of an invitation: 256 bits, base64url. It is derived whenever it is shown or mailed, and never stored; a new
 * generation invalidates all former tokens. It carries no data, so a wrong one reveals nothing.
 */
export async function deriveInvitationToken(
  key: Uint8Array,
  invitation: { readonly id: string; readonly generation: number },
): Promise<string> {
  const { id, generation } = invitation;
  return await keyedText(key, `sideline invitation token\n${id}\n${generation}`);
}

/** SHA-256 of a token, base64url: what is stored and looked up. */
export async function invitationTokenHash(token: string): Promise<string> {
  return base64Url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
}
