import { QueryClient } from "@tanstack/react-query";
import { Problem } from "./problem.ts";

/**
 * Opens the cache of the page's reads, in memory only. It survives a lost connection for twelve hours. A read that may
 * succeed later is retried twice; a refusal never is.
 */
export function openQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: KEPT_MS,
        staleTime: FRESH_MS,
        retry: (count, error) => count < 2 && error instanceof Problem && error.isPassing,
        retryDelay: (count, error) =>
          error instanceof Problem && error.retryAfter !== null
            ? error.retryAfter * 1000
            : 500 * 2 ** count,
      },
      // Without a connection an act fails at once. One that waited would happen later, when nobody looks any more.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

const KEPT_MS = 12 * 60 * 60 * 1000;
const FRESH_MS = 10_000;

/** Asks again by itself while a read fails for a reason that passes: for a page on which nothing else can be done. */
export const againWhilePassing = ({ state }: FailedRead): number | false =>
  state.error instanceof Problem && state.error.isPassing ? AGAIN_MS : false;

interface FailedRead {
  readonly state: { readonly error: unknown };
}

const AGAIN_MS = 5000;
