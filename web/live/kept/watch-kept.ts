import type { QueryClient } from "@tanstack/react-query";
import { isRefusedRead } from "../../api/problem.ts";
import { dropKept, forgetClient } from "./drop-kept.ts";

/**
 * Drops data that the tab may no longer show: refused reads, everything about a client whose read is refused, and
 * anything older than twelve hours. If a workspace refuses its counts, the caller is looked up again.
 *
 * @returns a function that stops watching.
 */
export function watchKept({ queries, workspaceId, now, everyMinute, askMe }: Watching): () => void {
  const stopTimer = everyMinute(() => dropOld(queries, now()));
  const stopListening = queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error") return;
    const query = queries.getQueryCache().get(event.query.queryHash);
    if (query === undefined) return;
    const [room, about, part] = query.queryKey;
    if (!isRefusedRead(event.action.error) || room === "me") return;
    const wasKept = query.state.data !== undefined;
    if (wasKept) query.setState({ data: undefined, dataUpdatedAt: 0 });
    if (wasKept && room === "client" && part === "relationship" && typeof about === "string")
      forgetClient(queries, about);
    if (room === "overview" && about === workspaceId) askMe();
  });
  return () => {
    stopTimer();
    stopListening();
  };
}

interface Watching {
  readonly queries: QueryClient;
  readonly workspaceId: string;
  /** The clock of the computer, in milliseconds. */
  readonly now: () => number;
  /** Calls back once a minute, and when a computer that slept shows the page again; returns what ends that. */
  readonly everyMinute: (run: () => void) => () => void;
  /** Has the caller and their workspace read again. */
  readonly askMe: () => void;
}

/**
 * Drops what was read twelve hours ago, by the clock: timers stand still while a computer sleeps. A read from the
 * future shows that the clock was set back, so its age is unknown and it goes too.
 */
export function dropOld(queries: QueryClient, now: number): void {
  dropKept(queries, ({ queryKey: [room], state: { data, dataUpdatedAt } }) => {
    if (room === "me" || data === undefined) return false;
    return now - dataUpdatedAt >= KEPT_MS || dataUpdatedAt - now > CLOCK_STEP_MS;
  });
}

/** As long as the connection of a tab may be lost. */
export const KEPT_MS = 12 * 60 * 60 * 1000;
const CLOCK_STEP_MS = 60_000;
