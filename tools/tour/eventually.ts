import { setTimeout as sleep } from "node:timers/promises";
import { TourFailure } from "./expect-equal.ts";
import { fitLine } from "./page-text.ts";

/** Repeats a query until its answer is as wanted. Throws TourFailure with the last answer after the timeout. */
export async function eventually<T>(
  what: string,
  { ask, isWanted, limitMs }: EventuallyOptions<T>,
): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (performance.now() - startedAt > limitMs) {
      const expected = `within ${limitMs / 1000} s`;
      throw new TourFailure(what, { expected, actual: `not yet: ${describe(answer)}` });
    }
    await sleep(PAUSE_MS);
  }
}

const LONGEST_ANSWER = 400;
const PAUSE_MS = 150;

function describe(answer: unknown): string {
  return fitLine(JSON.stringify(answer) ?? String(answer), LONGEST_ANSWER);
}

export interface EventuallyOptions<T> {
  readonly ask: () => Promise<T>;
  readonly isWanted: (answer: T) => boolean;
  readonly limitMs: number;
}
