import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { openInboxWatch } from "../../api/inbox/inbox-watch.ts";
import { openCoalescedCounts } from "../../api/inbox/coalesced-counts.ts";
import type { InboxState } from "../../db/inbox/changes/queries.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe("Waiting consoles (docs/rooms/inbox.md#changes)", () => {
  test("share one poll a second, up to five hundred, and there is none without them", async () => {
    const { polls, wait } = open();
    const all = Array.from({ length: 500 }, (_, index) => wait(`workspace ${index % 3}`));
    await pass(10_000);
    expect(polls).toHaveLength(10);
    expect(polls[0]?.toSorted()).toEqual(["workspace 0", "workspace 1", "workspace 2"]);
    await pass(15_000);
    expect(new Set(await Promise.all(all))).toEqual(new Set([false]));
    const count = polls.length;
    await pass(60_000);
    expect(polls.length).toBeLessThanOrEqual(count + 1);
    expect(jest.getTimerCount()).toBe(0);
  });

  test("learn of a change within one poll, even of one between their read and their wait", async () => {
    const { states, wait } = open();
    const [waiting, other] = [wait("changed"), wait("other", { forMs: 5_000 })];
    states.set("changed", { seq: 1, epoch: "" });
    await pass(1_000);
    expect(await waiting).toBe(true);
    const late = wait("changed", { seq: 0 });
    await pass(1_000);
    expect(await late).toBe(true);
    await pass(5_000);
    expect(await other).toBe(false);
  });

  test("learn of an inbox with another epoch, whatever its counter", async () => {
    const { states, wait } = open();
    states.set("restored", { seq: 3, epoch: "another" });
    const waiting = wait("restored", { seq: 3 });
    await pass(1_000);
    expect(await waiting).toBe(true);
  });

  test("are released once nobody waits or the process stops", async () => {
    const { wait } = open();
    let isOver = false;
    const left = wait("a", { isOver: () => isOver });
    isOver = true;
    await pass(1_000);
    expect(await left).toBe(false);
  });

  test("time out by themselves while the poll fails, and later ones are polled again", async () => {
    const { state, states, wait } = open();
    state.isAway = true;
    const waiting = wait("a");
    await pass(1_000);
    expect(await waiting).toBe(true);
    state.isAway = false;
    const later = wait("a");
    states.set("a", { seq: 1, epoch: "" });
    await pass(1_000);
    expect(await later).toBe(true);
  });
});

test("Consoles that get the same answer at the same time share one count of the inbox, and later ones count again", async () => {
  let counted = 0;
  const counts = openCoalescedCounts(async () => {
    counted += 1;
    return [];
  });
  const found = { seq: 7, epoch: "", now: new Date(0), stepCount: 1, isReload: false };
  const countsAt = (seq: number) =>
    counts.after("w", {
      ...found,
      seq,
      tasks: [{ id: "t", revision: 0, isUnresolved: true }],
      awakeInMs: null,
    });
  await Promise.all([countsAt(7), countsAt(7), countsAt(8), countsAt(7)]);
  expect(counted).toBe(2);
  await countsAt(7);
  expect(counted).toBe(3);
});

/** A watch, and its polls. */
function open() {
  const states = new Map<string, InboxState>();
  const polls: (readonly string[])[] = [];
  const state = { isAway: false };
  const watch = openInboxWatch({
    poll: async (workspaceIds) => {
      polls.push(workspaceIds);
      if (state.isAway) throw new Error("The database is down");
      return states;
    },
    everyMs: 1_000,
  });
  const wait = (
    workspaceId: string,
    {
      seq = 0,
      forMs = 25_000,
      ...more
    }: { readonly seq?: number; readonly forMs?: number; readonly isOver?: () => boolean } = {},
  ) =>
    watch.waitFor({
      workspaceId,
      seen: { seq, epoch: "" },
      forMs,
      isOver: () => false,
      ...more,
    });
  return { states, polls, state, wait };
}
