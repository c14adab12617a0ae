/**
 * SHA-256 of bytes, by whatever there is: Web Crypto in a browser or on the server, a native module in
 * React Native, which has no Web Crypto. So the caller brings it.
 */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

/** SHA-256 of a text in UTF-8, in lower case hex. */
export async function hexDigest(text: string, digest: Digest): Promise<string> {
  const bytes = await digest(new TextEncoder().encode(text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
