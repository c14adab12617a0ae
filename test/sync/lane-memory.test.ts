import { describe, expect, test } from "@jest/globals";
import { createLaneMemory } from "../../activities/sync/settlement/lane-memory.ts";

const MINUTE = 60_000;

describe("The memory of a worker's lanes", () => {
  test("leaves a relationship alone for five minutes, and has it tried alone until it is trusted again", () => {
    let now = 0;
    const memory = createLaneMemory(() => now);
    memory.suspect(["one", "other"]);
    memory.pause("one");
    expect(memory.listPaused()).toEqual(["one"]);
    now = 5 * MINUTE - 1;
    expect(memory.listPaused()).toEqual(["one"]);
    now = 5 * MINUTE;
    expect(memory.listPaused()).toEqual([]);
    const suspected = () => ["one", "other", "third"].filter((id) => memory.isSuspect(id));
    expect(suspected()).toEqual(["one", "other"]);
    memory.trust(["one", "other"]);
    expect(suspected()).toEqual([]);
  });

  test("counts the days of a lane once a minute, or when another day is next", async () => {
    let now = 0;
    let count = 7;
    const memory = createLaneMemory(() => now);
    const [first, second] = [new Date(1_000), new Date(2_000)];
    const shown = (lane: number, nextAt: Date | null) =>
      memory.countDays(lane, nextAt, async () => count);
    expect(await shown(0, first)).toBe(7);
    count = 8;
    expect(await shown(0, first)).toBe(7);
    expect(await shown(1, first)).toBe(8);
    expect(await shown(0, second)).toBe(8);
    count = 9;
    now = MINUTE;
    expect(await shown(0, second)).toBe(9);
    count = 0;
    expect(await shown(0, null)).toBe(0);
  });
});
