import { keyedText } from "../keyed-text.ts";

/** The key that an address is counted under: without the HMAC key it does not reveal the address. */
export async function recipientKey(key: Uint8Array, email: string): Promise<string> {
  return `recipient:${await keyedText(key, `sideline invitation recipient\n${email}`)}`;
}
