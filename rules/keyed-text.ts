/** HMAC-SHA-256 of a text, base64url. */
export async function keyedText(key: Uint8Array, text: string): Promise<string> {
  return base64Url(await crypto.subtle.sign("HMAC", await secretOf(key, "sign"), bytesOf(text)));
}

/** Whether this is the HMAC of a text, compared in constant time. */
export async function isKeyedText(key: Uint8Array, text: string, code: string): Promise<boolean> {
  const given = bytesOfBase64Url(code);
  if (given === null) return false;
  return await crypto.subtle.verify("HMAC", await secretOf(key, "verify"), given, bytesOf(text));
}

const secretOf = (key: Uint8Array, use: "sign" | "verify") =>
  crypto.subtle.importKey("raw", new Uint8Array(key), HMAC, false, [use]);

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Bytes as base64url without padding. */
export function base64Url(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The bytes of such a text; null unless it is exactly how `base64Url` writes them. */
function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return base64Url(bytes.buffer) === text ? bytes : null;
}
