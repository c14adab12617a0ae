import { SqlFault } from "../../../ports/sql.ts";

/** Opens a database, with retries: a browser releases a closed tab's files some time after its lock. */
export async function openPatiently<T>(
  open: () => Promise<T>,
  pause: (ms: number) => Promise<void>,
): Promise<T> {
  for (const ms of RELEASE_PAUSES_MS) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof SqlFault) || error.kind !== "LOST") throw error;
      await pause(ms);
    }
  }
  return await open();
}

const RELEASE_PAUSES_MS = [20, 50, 100, 200, 500, 1_000, 2_000, 4_000];
