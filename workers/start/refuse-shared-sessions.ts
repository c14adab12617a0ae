import { sharesSessions } from "../../db/platform/shares-sessions.ts";
import { StartRefused } from "./start-refused.ts";

/**
 * Refuses the start if a database address leads through a pooler that shares sessions
 * (docs/rooms/storage.md#connections). A database that does not answer proves nothing: the process starts and waits.
 *
 * @param setting the setting with the address.
 * @throws StartRefused.
 */
export async function refuseSharedSessions(setting: string, url: string): Promise<void> {
  if (!(await sharesOrFalse(url))) return;
  throw new StartRefused(
    `${setting}: leads through a pooler in transaction or statement mode, but prepared statements and upload locks belong to a session; set its pool_mode to session`,
  );
}

async function sharesOrFalse(url: string): Promise<boolean> {
  try {
    return await sharesSessions(url);
  } catch {
    return false;
  }
}
