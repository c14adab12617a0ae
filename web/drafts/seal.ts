/**
 * Seals a text for a place with AES-GCM. The place is authenticated, so a text that was moved to another one does not
 * open.
 */
export async function seal(key: CryptoKey, place: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(algorithm(iv, place), key, ENCODER.encode(text));
  const bytes = new Uint8Array(IV_BYTES + sealed.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(sealed), IV_BYTES);
  return toBase64Url(bytes);
}

/** The text of `seal`; null if it was sealed with another key or for another place, or is not as it was written. */
export async function openSealed(
  key: CryptoKey,
  place: string,
  sealed: string,
): Promise<string | null> {
  try {
    const bytes = fromBase64Url(sealed);
    const iv = bytes.subarray(0, IV_BYTES);
    const opened = await crypto.subtle.decrypt(algorithm(iv, place), key, bytes.subarray(IV_BYTES));
    return new TextDecoder("utf-8", { fatal: true }).decode(opened);
  } catch {
    return null;
  }
}

/** The key of `GET /auth/me`, which no script can read back; null if it is not one. */
export async function importDraftKey(draftKey: string): Promise<CryptoKey | null> {
  try {
    const usages = ["encrypt", "decrypt"] as const;
    return await crypto.subtle.importKey("raw", fromBase64Url(draftKey), "AES-GCM", false, usages);
  } catch {
    return null;
  }
}

/** The name of a place in storage: it tells nobody which client or task it is about. */
export async function digestOf(place: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", ENCODER.encode(place));
  return toBase64Url(new Uint8Array(digest));
}

const ENCODER = new TextEncoder();
/** The length that AES-GCM is made for. */
const IV_BYTES = 12;

const algorithm = (iv: Uint8Array<ArrayBuffer>, place: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: ENCODER.encode(place),
});

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  // By chunks: a draft has a hundred thousand bytes, and a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCodePoint(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const CHUNK_BYTES = 8192;

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")),
    (sign) => sign.codePointAt(0) ?? 0,
  );
