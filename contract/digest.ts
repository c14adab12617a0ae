/** SHA-256 of bytes. The caller provides it, because React Native has no Web Crypto and uses a native module. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

/** SHA-256 of a text in UTF-8, as lower-case hex. */
export async function hexDigest(text: string, digest: Digest): Promise<string> {
  const bytes = await digest(new TextEncoder().encode(text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
