import { hash } from "node:crypto";
import { stringify as uuidOf, v7 as uuidv7 } from "uuid";

/**
 * Creates all our ids: a UUIDv7, cheap enough for a batch that needs hundreds. The ids of one process are ordered,
 * also within a millisecond.
 */
export function newId(): string {
  const random = takeRandom();
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = new DataView(random.buffer, random.byteOffset).getUint32(6) & 0x7f_ff_ff_ff;
  } else {
    seq = (seq + 1) | 0;
    if (seq === 0) msecs += 1;
  }
  return uuidv7({ random, msecs, seq });
}

const ID_BYTES = 16;
/** Draws random bytes for this many ids at once: drawing them for each id would dominate its cost. */
const POOL = new Uint8Array(256 * ID_BYTES);

let used = POOL.length;
let msecs = 0;
let seq = 0;

/**
 * Derives an id from another id and a name (RFC 9562, version 5): equal inputs give an equal id. A batch of fifty
 * operations derives about 150; a package would take four times as long.
 */
export function idFrom(id: string, name: string): string {
  const named = Buffer.allocUnsafe(ID_BYTES + Buffer.byteLength(name));
  if (named.write(id.replaceAll("-", ""), "hex") !== ID_BYTES) throw new TypeError("Not an id");
  named.write(name, ID_BYTES);
  const digest = hash("sha1", named, "hex");
  const variant = (8 | (Number.parseInt(digest.charAt(16), 16) & 3)).toString(16);
  const parts = [digest.slice(0, 8), digest.slice(8, 12), `5${digest.slice(13, 16)}`];
  return [...parts, `${variant}${digest.slice(17, 20)}`, digest.slice(20, 32)].join("-");
}

/**
 * Like {@link idFrom}, as a UUIDv7 of an instant: equal for equal arguments, and ordered by time. For tables whose
 * old rows are found by their ids.
 *
 * @param at milliseconds since the epoch.
 */
export function idFromAt(id: string, name: string, at: number): string {
  const random = hash("sha256", `${id} ${name}`, "buffer").subarray(0, ID_BYTES);
  return uuidv7({ msecs: at, random });
}

/** The id that an instant would give, as a bound to find the ids created before it. */
export function idMadeAt(at: number): string {
  return uuidv7({ msecs: at });
}

/** Steps per millisecond: the twelve bits after the millisecond count them. */
const STEPS_OF_MS = 4_096;

/**
 * The id of a batch that is admitted at an instant of the database's clock. Batches are ordered by admission, no matter
 * which process admits them. In this UUIDv7 the next twelve bits are the fraction of the millisecond (RFC 9562, 6.2,
 * method 3). The last sixteen are reserved for its receipts.
 *
 * @param micros microseconds since the epoch.
 */
export function batchIdAt(micros: number): string {
  const random = takeRandom();
  const step = Math.floor(((micros % 1_000) / 1_000) * STEPS_OF_MS);
  const bytes = uuidv7({ msecs: Math.floor(micros / 1_000), random }, new Uint8Array(ID_BYTES));
  const view = new DataView(bytes.buffer);
  view.setUint16(6, 0x70_00 | step);
  view.setUint16(14, 0);
  return uuidOf(bytes);
}

/**
 * The id of the receipt at a position in its batch: the batch's id plus the position, from one. A batch finds its
 * receipts, and a receipt its batch, without an index.
 */
export function receiptIdAt(batchId: string, ordinal: number): string {
  if (ordinal < 0 || ordinal >= 0xff_ff)
    throw new RangeError("A batch has no receipt at this position");
  return batchId.slice(0, -4) + (ordinal + 1).toString(16).padStart(4, "0");
}

/** The id of the batch that a receipt belongs to. */
export function batchIdOf(receiptId: string): string {
  return `${receiptId.slice(0, -4)}0000`;
}

function takeRandom(): Uint8Array {
  if (used === POOL.length) {
    crypto.getRandomValues(POOL);
    used = 0;
  }
  used += ID_BYTES;
  return POOL.subarray(used - ID_BYTES, used);
}

/** Sorts before every id: the start of an iteration over rows by id. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";
