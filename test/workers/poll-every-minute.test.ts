import { describe, expect, test } from "@jest/globals";
import { pollEveryMinute } from "../../workers/worker/poll-every-minute.ts";

/** The instants, in milliseconds from the first, of so many looks; what became of each, and of the link meanwhile. */
async function looksAt(
  count: number,
  { wentWell = () => true, backAt = [] }: LookWorld = {},
): Promise<readonly number[]> {
  const stop = new AbortController();
  const looks: number[] = [];
  let now = 0;
  const look = async () => {
    looks.push(now);
    if (looks.length === count) stop.abort();
    return wentWell(looks.length);
  };
  const returns = () => backAt.filter((instant) => instant <= now).length;
  const pause = async (ms: number) => void (now += ms);
  await pollEveryMinute(look, { returns, passing: { now: () => now, pause } }, stop.signal);
  return looks;
}

interface LookWorld {
  /** Whether the look with this number, from 1 on, goes well. */
  readonly wentWell?: (number: number) => boolean;
  /** When the link comes back. */
  readonly backAt?: readonly number[];
}

describe("Whether Temporal has what the product needs is looked at", () => {
  test("at once, and each minute then", async () => {
    expect(await looksAt(4)).toEqual([0, 60_000, 120_000, 180_000]);
  });

  test("a second after a look that failed", async () => {
    const wentWell = (number: number) => number > 2;
    expect(await looksAt(4, { wentWell })).toEqual([0, 1_000, 2_000, 62_000]);
  });

  test("as soon as the link is back, whenever the last look was", async () => {
    expect(await looksAt(3, { backAt: [10_000] })).toEqual([0, 10_000, 70_000]);
  });
});
