import { describe, expect, test } from "@jest/globals";
import pino from "pino";
import { createAdmissionsUnderWay } from "../../activities/sync/admission/in-process/admissions-under-way.ts";
import { createCycleProgress, watchedPasses } from "../../workers/relay/cycle-progress.ts";
import { admissionsCheck, watchedAdmissions } from "../../workers/watch/watched-admissions.ts";
import { type Watched, watchProgress } from "../../workers/watch/watch-progress.ts";

describe("a watched part of a process", () => {
  test("is ready and left alone while it makes progress", async () => {
    const found = await watchOne({ stalledMs: 14_000, wouldGetOn: true });
    expect(found).toEqual({ ends: 0, isGettingOn: true, lines: [] });
  });

  test("without progress for half a minute ends its process, and logs why", async () => {
    const { ends, lines } = await watchOne({ stalledMs: 31_000, wouldGetOn: true });
    expect(ends).toBe(1);
    expect(lines).toMatchObject([{ level: 60, part: "a pass", stalledMs: 31_000 }]);
  });

  test("that drew a longer timeout than others outlasts them, and is not ready meanwhile", async () => {
    const state = { stalledMs: 35_000, wouldGetOn: true };
    const patient = await watchOne(state, { spreadMs: 6_000 });
    expect(patient).toMatchObject({ ends: 0, isGettingOn: false });
    expect((await watchOne(state, { spreadMs: 4_000 })).ends).toBe(1);
  });

  test("without progress becomes unready well before its process ends", async () => {
    const { ends, isGettingOn } = await watchOne({ stalledMs: 16_000, wouldGetOn: true });
    expect({ ends, isGettingOn }).toEqual({ ends: 0, isGettingOn: false });
  });

  test("that waits for a dependency that is away keeps waiting", async () => {
    const { ends, isGettingOn } = await watchOne({ stalledMs: 600_000, wouldGetOn: false });
    expect({ ends, isGettingOn }).toEqual({ ends: 0, isGettingOn: false });
  });
});

describe("the watched progress", () => {
  test("of a relay is its latest pass, beyond the time it may take", () => {
    let now = 0;
    const progress = createCycleProgress(() => now);
    const passes = watchedPasses(progress, async () => true);
    expect(passes.stalledMs()).toBe(0);
    progress.expect("actors", 0);
    progress.expect("sweep", 60_000);
    now = 40_000;
    expect(passes.stalledMs()).toBe(40_000);
    progress.endedWell("actors");
    expect(passes.stalledMs()).toBe(0);
    now = 75_000;
    expect(passes.stalledMs()).toBe(35_000);
  });

  test("of an API is its oldest admission, whatever came after it", async () => {
    let now = 0;
    const underWay = createAdmissionsUnderWay(() => now);
    const stuck = Promise.withResolvers<void>();
    const watched = watchedAdmissions(underWay, async () => true);
    const check = admissionsCheck(underWay);
    const first = underWay.during(() => stuck.promise);
    now = 10_000;
    await underWay.during(async () => {});
    expect(check.check()).toEqual({ state: "up", reason: null });
    now = 20_000;
    expect(watched.stalledMs()).toBe(20_000);
    expect(check.check()).toMatchObject({ state: "down" });
    stuck.resolve();
    await first;
    expect(watched.stalledMs()).toBe(0);
  });
});

/** Watches one part whose state the test sets; returns the result after some checks. */
async function watchOne(
  state: { stalledMs: number; wouldGetOn: boolean },
  { polls = 12, spreadMs = 0 } = {},
) {
  const lines: unknown[] = [];
  const log = pino({}, { write: (text: string) => void lines.push(JSON.parse(text)) });
  const stop = new AbortController();
  let reads = 0;
  let ends = 0;
  const enough = Promise.withResolvers<void>();
  const one: Watched = {
    name: "a pass",
    stalledMs: () => {
      reads += 1;
      if (reads === polls) enough.resolve();
      return state.stalledMs;
    },
    limitMs: 30_000,
    wouldGetOn: async () => state.wouldGetOn,
  };
  const end = () => {
    ends += 1;
    stop.abort();
    enough.resolve();
  };
  const times = { everyMs: 1, spreadMs };
  const watch = watchProgress({ watched: [one], log, stop: stop.signal, ...times, end });
  await enough.promise;
  stop.abort();
  return { ends, isGettingOn: watch.isGettingOn(), lines };
}
