import { v5 as uuidv5, v7 as uuidv7 } from "uuid";

const ID_BYTES = 16;
/** Randomness is drawn for so many ids at once: drawn one by one it costs more than all else of an id. */
const POOL = new Uint8Array(256 * ID_BYTES);

let taken = POOL.length;
let msecs = 0;
let seq = 0;

/**
 * The maker of all ids of ours: a UUIDv7, cheap enough where a batch makes hundreds. Those of one process come
 * in order, also within a millisecond.
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

/** The id that follows from another and a name (RFC 9562, version 5): whoever asks is given the same. */
export function idFrom(id: string, name: string): string {
  return uuidv5(name, id);
}

/** An id as it would have been made at an instant, to look for those made before it. */
export function idMadeAt(at: number): string {
  return uuidv7({ msecs: at });
}

function takeRandom(): Uint8Array {
  if (taken === POOL.length) {
    crypto.getRandomValues(POOL);
    taken = 0;
  }
  taken += ID_BYTES;
  return POOL.subarray(taken - ID_BYTES, taken);
}
