/** HMAC-SHA-256 of a text, base64url. */
export async function keyedText(key: Uint8Array, text: string): Promise<string> {
  const secret = await crypto.subtle.importKey("raw", new Uint8Array(key), HMAC, false, ["sign"]);
  return base64Url(await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode(text)));
}

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

/** Bytes as base64url without padding. */
export function base64Url(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
