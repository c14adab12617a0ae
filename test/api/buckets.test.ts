import { describe, expect, test } from "@jest/globals";
import { ALLOWANCES } from "../../api/http/gate/allowance.ts";
import { type BucketOptions, type Leave, openBuckets } from "../../api/http/gate/buckets.ts";

const SECOND = 1000;

/** Buckets of people whose clock a test moves. */
function open(options: BucketOptions = {}) {
  const world = { now: 0 };
  const buckets = openBuckets(ALLOWANCES.person, { now: () => world.now, ...options });
  /** Sends requests that are answered at once; answers how many came through. */
  const send = (sender: string, times: number, inTurn = false) => {
    let through = 0;
    for (let time = 0; time < times; time += 1) {
      const counted = buckets.count(sender, inTurn);
      if (counted.kind === "counted") {
        through += 1;
        counted.leave();
      }
    }
    return through;
  };
  /** Begins a request that stays under way. */
  const begin = (sender: string, inTurn = false): Leave | number => {
    const counted = buckets.count(sender, inTurn);
    return counted.kind === "counted" ? counted.leave : counted.retryAfterSeconds;
  };
  return { world, buckets, send, begin };
}

describe("A sender", () => {
  test("may send a hundred at once, then fifty a second", () => {
    const { world, send } = open();
    expect(send("ann", 150)).toBe(100);
    world.now += SECOND;
    expect(send("ann", 150)).toBe(50);
    world.now += 10 * SECOND;
    expect(send("ann", 150)).toBe(100);
  });

  test("is told to come back after at least a second", () => {
    const { send, begin } = open();
    send("ann", 100);
    expect(begin("ann")).toBe(1);
  });

  test("may have twenty under way, and another as soon as one is answered", () => {
    const { begin } = open();
    const under = Array.from({ length: 20 }, () => begin("ann"));
    expect(under.filter((leave) => typeof leave === "number")).toEqual([]);
    expect(begin("ann")).toBe(1);
    const [first] = under;
    if (typeof first === "function") {
      first();
      // Told twice, it is answered once.
      first();
    }
    expect(begin("ann")).toEqual(expect.any(Function));
    expect(begin("ann")).toBe(1);
  });

  test("who asks again and again at once is answered later and later, to a second and no later", () => {
    const { world, buckets } = open();
    const held = Array.from({ length: 60 }, () => buckets.holdBack("ann"));
    expect(held.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(held[20]).toBeGreaterThan(0);
    expect(held).toEqual(held.toSorted((a, b) => a - b));
    expect(held.at(-1)).toBe(1000);
    world.now += 10 * SECOND;
    expect(buckets.holdBack("ann")).toBe(0);
  });

  test("is not held up by another, however much that one sends", () => {
    const { send, begin } = open();
    for (let time = 0; time < 30; time += 1) begin("bob");
    send("bob", 1000);
    expect(send("ann", 100)).toBe(100);
  });

  test("who waits for each answer drains whatever there is", () => {
    const { send, begin } = open();
    expect(send("phone", 5000, true)).toBe(5000);
    expect(begin("phone", true)).toEqual(expect.any(Function));
    // A second one beside it is in a hurry.
    expect(begin("phone", true)).toBe(1);
  });
});

describe("Memory", () => {
  test("holds so many senders; who was not here for longest is forgotten first", () => {
    const { send, buckets } = open({ most: 3 });
    send("ann", 100);
    send("bob", 100);
    send("cy", 100);
    send("ann", 1);
    send("dee", 1);
    expect(buckets.size()).toBe(3);
    expect(send("ann", 1)).toBe(0);
    expect(send("bob", 1)).toBe(1);
  });

  test("does not forget who has something under way", () => {
    const { begin, send, buckets } = open({ most: 3 });
    for (let time = 0; time < 20; time += 1) begin("ann");
    for (let stranger = 0; stranger < 100; stranger += 1) send(`stranger ${stranger}`, 1);
    expect(begin("ann")).toBe(1);
    expect(buckets.size()).toBe(3);
  });
});
