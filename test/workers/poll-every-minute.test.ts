import { describe, expect, test } from "@jest/globals";
import { pollEveryMinute } from "../../workers/worker/poll-every-minute.ts";

describe("the setup of Temporal is checked", () => {
  test("at once, and then each minute", async () => {
    expect(await pollTimes(4)).toEqual([0, 60_000, 120_000, 180_000]);
  });

  test("a second after a failed check", async () => {
    const wentWell = (number: number) => number > 2;
    expect(await pollTimes(4, { wentWell })).toEqual([0, 1_000, 2_000, 62_000]);
  });

  test("as soon as the link is back, whenever the last check was", async () => {
    expect(await pollTimes(3, { backAt: [10_000] })).toEqual([0, 10_000, 70_000]);
  });
});

/** The instants of this many checks, in milliseconds from the first, with given results and link events. */
async function pollTimes(
  count: number,
  { wentWell = () => true, backAt = [] }: PollWorld = {},
): Promise<readonly number[]> {
  const stop = new AbortController();
  const polls: number[] = [];
  let now = 0;
  const poll = async () => {
    polls.push(now);
    if (polls.length === count) stop.abort();
    return wentWell(polls.length);
  };
  const returns = () => backAt.filter((instant) => instant <= now).length;
  const pause = async (ms: number) => void (now += ms);
  await pollEveryMinute(poll, { returns, passing: { now: () => now, pause } }, stop.signal);
  return polls;
}

interface PollWorld {
  /** Whether the check with this number, from 1 on, succeeds. */
  readonly wentWell?: (number: number) => boolean;
  /** Instants at which the link comes back. */
  readonly backAt?: readonly number[];
}
