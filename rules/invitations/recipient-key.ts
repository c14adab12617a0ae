import { keyedText } from "../keyed-text.ts";

/** What an address is counted under: nobody without the key can tell whose it is. */
export async function recipientKey(key: Uint8Array, email: string): Promise<string> {
  return `recipient:${await keyedText(key, `sideline invitation recipient\n${email}`)}`;
}
