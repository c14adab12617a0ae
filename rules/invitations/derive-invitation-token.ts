const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

/**
 * Token of an invitation: 256 bits, base64url. It is derived anew whenever it is shown or mailed and
 * stored nowhere; a raised generation makes every former token unknown. It carries nothing, so a
 * wrong one says nothing either.
 */
export async function deriveInvitationToken(
  key: Uint8Array,
  invitation: { readonly id: string; readonly generation: number },
): Promise<string> {
  const text = `sideline invitation token\n${invitation.id}\n${invitation.generation}`;
  const secret = await crypto.subtle.importKey("raw", new Uint8Array(key), HMAC, false, ["sign"]);
  return base64Url(await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode(text)));
}

/** What is kept of a token, and what it is looked up by: its SHA-256, base64url. */
export async function invitationTokenHash(token: string): Promise<string> {
  return base64Url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
}

function base64Url(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
