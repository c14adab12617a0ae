import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { openInboxWatch } from "../../api/inbox/inbox-watch.ts";
import { openCoalescedCounts } from "../../api/inbox/coalesced-counts.ts";
import type { InboxState } from "../../db/inbox/changes/queries.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A watch, and what it asked. */
function open() {
  const states = new Map<string, InboxState>();
  const looks: (readonly string[])[] = [];
  const state = { isAway: false };
  const watch = openInboxWatch({
    look: async (workspaceIds) => {
      looks.push(workspaceIds);
      if (state.isAway) throw new Error("The database is away");
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
  return { states, looks, state, wait };
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe("Consoles that wait (docs/rooms/inbox.md#changes)", () => {
  test("are five hundred behind one look a second, and none once nobody waits", async () => {
    const { looks, wait } = open();
    const all = Array.from({ length: 500 }, (_, index) => wait(`workspace ${index % 3}`));
    await pass(10_000);
    expect(looks).toHaveLength(10);
    expect(looks[0]?.toSorted()).toEqual(["workspace 0", "workspace 1", "workspace 2"]);
    await pass(15_000);
    expect(new Set(await Promise.all(all))).toEqual(new Set([false]));
    const count = looks.length;
    await pass(60_000);
    expect(looks.length).toBeLessThanOrEqual(count + 1);
    expect(jest.getTimerCount()).toBe(0);
  });

  test("hear within one look of a change, also of one that came between their read and their wait", async () => {
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

  test("hear of an inbox with another past, whatever its counter says", async () => {
    const { states, wait } = open();
    states.set("restored", { seq: 3, epoch: "another" });
    const waiting = wait("restored", { seq: 3 });
    await pass(1_000);
    expect(await waiting).toBe(true);
  });

  test("are let go once nobody waits any more, or is to", async () => {
    const { wait } = open();
    let isOver = false;
    const left = wait("a", { isOver: () => isOver });
    isOver = true;
    await pass(1_000);
    expect(await left).toBe(false);
  });

  test("find out by themselves while the look fails, and later ones are looked for again", async () => {
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

test("Consoles that are told the same at a time have the inbox counted once, later ones anew", async () => {
  let counted = 0;
  const counts = openCoalescedCounts(async () => {
    counted += 1;
    return [];
  });
  const found = { seq: 7, epoch: "", now: new Date(0), stepCount: 1, isReload: false };
  const told = (seq: number) =>
    counts.after("w", { ...found, seq, tasks: [{ id: "t", isUnresolved: true }], awakeInMs: null });
  await Promise.all([told(7), told(7), told(8), told(7)]);
  expect(counted).toBe(2);
  await told(7);
  expect(counted).toBe(3);
});
