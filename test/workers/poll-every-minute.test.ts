import { describe, expect, test } from "@jest/globals";
import { pollEveryMinute } from "../../workers/worker/poll-every-minute.ts";

/** The instants of this many checks, in milliseconds from the first, with given results and link events. */
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
  /** Whether the check with this number, from 1 on, succeeds. */
  readonly wentWell?: (number: number) => boolean;
  /** Instants at which the link comes back. */
  readonly backAt?: readonly number[];
}

describe("the setup of Temporal is checked", () => {
  test("at once, and then each minute", async () => {
    expect(await looksAt(4)).toEqual([0, 60_000, 120_000, 180_000]);
  });

  test("a second after a failed check", async () => {
    const wentWell = (number: number) => number > 2;
    expect(await looksAt(4, { wentWell })).toEqual([0, 1_000, 2_000, 62_000]);
  });

  test("as soon as the link is back, whenever the last check was", async () => {
    expect(await looksAt(3, { backAt: [10_000] })).toEqual([0, 10_000, 70_000]);
  });
});
