/** SHA-256 (FIPS 180-4) of bytes that arrive in parts. */
export function incrementalSha256(): IncrementalSha256 {
  const state = Uint32Array.from(INITIAL);
  const block = new Uint8Array(BLOCK);
  const view = new DataView(block.buffer);
  let filled = 0;
  let total = 0;

  return {
    add(bytes) {
      total += bytes.length;
      append(bytes);
    },
    end() {
      const bits = total * 8;
      append(Uint8Array.of(0x80));
      append(new Uint8Array((LENGTH_AT - filled + BLOCK) % BLOCK));
      const length = new DataView(new ArrayBuffer(8));
      length.setUint32(0, Math.floor(bits / 2 ** 32));
      length.setUint32(4, bits % 2 ** 32);
      append(new Uint8Array(length.buffer));
      const hash = new DataView(new ArrayBuffer(32));
      for (const [index, word] of state.entries()) hash.setUint32(index * 4, word);
      return new Uint8Array(hash.buffer);
    },
  };

  function append(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const taken = bytes.subarray(from, from + BLOCK - filled);
      block.set(taken, filled);
      filled += taken.length;
      from += taken.length;
      if (filled < BLOCK) return;
      compress(state, view);
      filled = 0;
    }
  }
}

/** The hash of bytes in parts. */
export interface IncrementalSha256 {
  add(bytes: Uint8Array): void;
  end(): Uint8Array;
}

const BLOCK = 64;
const LENGTH_AT = 56;

/** The first 32 bits of the fractional parts of roots of primes. */
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const PRIMES = Array.from({ length: 312 }, (_, index) => index).filter(
  (number) => number > 1 && isPrime(number),
);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

function isPrime(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor += 1)
    if (number % factor === 0) return false;
  return true;
}

const words = new Int32Array(BLOCK);

function compress(state: Uint32Array, block: DataView): void {
  for (let at = 0; at < 16; at += 1) words[at] = block.getInt32(at * 4);
  for (let at = 16; at < BLOCK; at += 1) {
    const near = words[at - 2] ?? 0;
    const far = words[at - 15] ?? 0;
    const small = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    const large = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    words[at] = ((words[at - 16] ?? 0) + small + (words[at - 7] ?? 0) + large) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = Int32Array.from(state);
  for (let at = 0; at < BLOCK; at += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const one = (h + sum1 + choice + (ROUND[at] ?? 0) + (words[at] ?? 0)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + sum0 + majority) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
    state[index] = (state[index] ?? 0) + word;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
