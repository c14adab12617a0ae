import { Refusal } from "../../contract/refusal.ts";

/** The code of the refusal in which an attempt ends, or null if it succeeds; other errors are rethrown. */
export async function codeOf(attempt: Promise<unknown>): Promise<string | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
