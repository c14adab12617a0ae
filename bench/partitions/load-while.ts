import { setTimeout as sleep } from "node:timers/promises";
import type { Send } from "../load.ts";
import { renewAll } from "../phones/phones.ts";
import type { Bench } from "../report/rounds.ts";

const CONNECTIONS = 4;
const PAUSE_MS = 150;
/** Batches before and after the act. */
const AROUND_MS = 2_000;

/** Sends batches while something happens, and a little before and after. */
export async function loadWhile(
  { stack, phones }: Bench,
  send: Send,
  act: () => Promise<unknown>,
): Promise<LoadedWhile> {
  await renewAll(stack, phones);
  const over = new AbortController();
  let [count, longestMs] = [0, 0];
  const sending = Array.from({ length: CONNECTIONS }, async () => {
    while (!over.signal.aborted) {
      const from = performance.now();
      await send();
      count += 1;
      longestMs = Math.max(longestMs, performance.now() - from);
      await sleep(PAUSE_MS);
    }
  });
  await sleep(AROUND_MS);
  const from = performance.now();
  await act();
  const actMs = performance.now() - from;
  await sleep(AROUND_MS);
  over.abort();
  await Promise.all(sending);
  return { count, longestMs, actMs };
}

/** A load beside an act. */
export interface LoadedWhile {
  readonly count: number;
  /** Milliseconds of the slowest batch, retries after a 503 included. */
  readonly longestMs: number;
  /** How long the act took. */
  readonly actMs: number;
}
