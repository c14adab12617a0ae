import { Problem } from "../api/problem.ts";
import type { components } from "../api/routes.d.ts";

/**
 * Follows the changes of a workspace by long polls, one after another, until `signal` ends it. A poll that fails is
 * tried again after a pause, which grows to half a minute. Only a lost session or membership ends it by itself.
 */
export async function followWorkspace(following: Following): Promise<void> {
  const { ask, signal, onNews, onRefused, pause } = following;
  let since: string | null = null;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const news: News = await ask(since, since === null ? 0 : WAIT_SECONDS);
      failures = 0;
      // The first answer only says where to begin: the pages have just been read.
      if (since !== null) onNews(news);
      since = news.cursor;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Problem && !error.isPassing) return onRefused();
      failures += 1;
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
    }
  }
}

/** How to ask, and what to do with news. */
interface Following {
  /** Reads the changes after a cursor, null at first; waits up to `waitSeconds` for the first one. */
  readonly ask: (since: string | null, waitSeconds: number) => Promise<News>;
  readonly signal: AbortSignal;
  readonly onNews: (news: News) => void;
  /** Called once the workspace refuses this caller; polling ends. */
  readonly onRefused: () => void;
  readonly pause: (milliseconds: number) => Promise<void>;
}

export type News = components["schemas"]["WorkspaceChanges"];

const WAIT_SECONDS = 25;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
