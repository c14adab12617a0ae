import { Refusal } from "../../contract/refusal.ts";

/** Code of the refusal that an attempt ends in, or null when it does not; a fault stays one. */
export async function codeOf(attempt: Promise<unknown>): Promise<string | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
