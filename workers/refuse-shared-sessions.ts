import type { Logger } from "pino";
import { sharesSessions } from "../db/platform/shares-sessions.ts";

/**
 * Ends the process with one sentence if a database address leads through a pooler that shares sessions
 * (docs/rooms/storage.md#connections). A database that does not answer proves nothing: the process starts and waits.
 */
export async function refuseSharedSessions(
  urls: Readonly<Record<string, string>>,
  log: Logger,
): Promise<void> {
  for (const [setting, url] of Object.entries(urls)) {
    if (!(await sharesOrFalse(url))) continue;
    log.fatal(
      `${setting}: leads through a pooler in transaction or statement mode, but prepared statements and upload locks belong to a session; set its pool_mode to session`,
    );
    process.exit(1);
  }
}

async function sharesOrFalse(url: string): Promise<boolean> {
  try {
    return await sharesSessions(url);
  } catch {
    return false;
  }
}
