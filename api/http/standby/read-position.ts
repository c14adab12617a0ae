import { createHmac, timingSafeEqual } from "node:crypto";
import type { WalPosition } from "../../../db/platform/standby/queries.ts";

/**
 * A position as it is sent: the mark of its line, its place in the log, and a signature. If two have the same mark, the
 * greater text is the later position. Every process with the key signs alike.
 */
export function encodeReadPosition(key: Uint8Array, { line, lsn }: WalPosition): string {
  const place = lsn.toString(16).padStart(PLACE_DIGITS, "0");
  return `${markOf(key, line)}.${place}.${signatureOf(key, line, place)}`;
}

/**
 * The place of a sent position. Null if it is not of this line, or nobody with this key signed it: nobody can tell
 * then who has reached it.
 */
export function placeOnLine(key: Uint8Array, line: string, text: string): bigint | null {
  const [, place = "", given = ""] = FORM.exec(text) ?? [];
  if (place === "") return null;
  const expected = Buffer.from(signatureOf(key, line, place));
  return timingSafeEqual(Buffer.from(given), expected) ? BigInt(`0x${place}`) : null;
}

const PLACE_DIGITS = 16;
const MARK_LENGTH = 8;
const SIGNATURE_LENGTH = 22;

/** Its parts have fixed lengths, so nothing longer is ever hashed. */
const FORM = new RegExp(
  `^[\\w-]{${MARK_LENGTH}}\\.([0-9a-f]{${PLACE_DIGITS}})\\.([\\w-]{${SIGNATURE_LENGTH}})$`,
);

function markOf(key: Uint8Array, line: string): string {
  return hashed(key, `read-line\n${line}`).slice(0, MARK_LENGTH);
}

function signatureOf(key: Uint8Array, line: string, place: string): string {
  return hashed(key, `read-position\n${line}\n${place}`).slice(0, SIGNATURE_LENGTH);
}

function hashed(key: Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}
