import { createHmac } from "node:crypto";

/** The code that an authenticator shows for a secret at an instant (RFC 6238, with the defaults of realms). */
export function oneTimeCode(secret: Uint8Array, at: Date): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 1000 / STEP_SECONDS)));
  const digest = createHmac("sha1", secret).update(step).digest();
  const offset = digest.readUInt8(digest.length - 1) % 16;
  const number = digest.readUInt32BE(offset) % 2 ** 31;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

const STEP_SECONDS = 30;
const DIGITS = 6;
