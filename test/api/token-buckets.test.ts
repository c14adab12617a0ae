import { describe, expect, test } from "@jest/globals";
import { CLIENT_QUOTAS } from "../../api/http/gate/client-quota.ts";
import {
  type TokenBucketOptions,
  type Leave,
  openTokenBuckets,
} from "../../api/http/gate/token-buckets.ts";

const SECOND = 1000;

describe("A client key", () => {
  test("may send a hundred requests at once, then fifty a second", () => {
    const { world, send } = open();
    expect(send("ann", 150)).toBe(100);
    world.now += SECOND;
    expect(send("ann", 150)).toBe(50);
    world.now += 10 * SECOND;
    expect(send("ann", 150)).toBe(100);
  });

  test("gets a retry time of at least a second", () => {
    const { send, begin } = open();
    send("ann", 100);
    expect(begin("ann")).toBe(1);
  });

  test("may have twenty requests in flight, and another once one is answered", () => {
    const { begin } = open();
    const under = Array.from({ length: 20 }, () => begin("ann"));
    expect(under.filter((leave) => typeof leave === "number")).toEqual([]);
    expect(begin("ann")).toBe(1);
    const [first] = under;
    if (typeof first === "function") {
      first();
      // Released twice, it counts once.
      first();
    }
    expect(begin("ann")).toEqual(expect.any(Function));
    expect(begin("ann")).toBe(1);
  });

  test("that ignores refusals is delayed more and more, up to a second", () => {
    const { world, buckets } = open();
    const delays = Array.from({ length: 60 }, () => buckets.delayMs("ann"));
    expect(delays.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(delays[20]).toBeGreaterThan(0);
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(delays.at(-1)).toBe(1000);
    world.now += 10 * SECOND;
    expect(buckets.delayMs("ann")).toBe(0);
  });

  test("is not delayed by another, however much that one sends", () => {
    const { send, begin } = open();
    for (let time = 0; time < 30; time += 1) begin("bob");
    send("bob", 1000);
    expect(send("ann", 100)).toBe(100);
  });

  test("that sends one request at a time may drain any backlog", () => {
    const { send, begin } = open();
    expect(send("phone", 5000, true)).toBe(5000);
    expect(begin("phone", true)).toEqual(expect.any(Function));
    // A second one in flight uses the quota.
    expect(begin("phone", true)).toBe(1);
  });
});

describe("The memory of token buckets", () => {
  test("has a limit and evicts the least recently used key", () => {
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

  test("never evicts a key with requests in flight", () => {
    const { begin, send, buckets } = open({ most: 3 });
    for (let time = 0; time < 20; time += 1) begin("ann");
    for (let stranger = 0; stranger < 100; stranger += 1) send(`stranger ${stranger}`, 1);
    expect(begin("ann")).toBe(1);
    expect(buckets.size()).toBe(3);
  });
});

/** Token buckets of people, by a clock that the test moves. */
function open(options: TokenBucketOptions = {}) {
  const world = { now: 0 };
  const buckets = openTokenBuckets(CLIENT_QUOTAS.person, { now: () => world.now, ...options });
  /** Sends requests that are answered at once; returns how many were admitted. */
  const send = (clientKey: string, times: number, inTurn = false) => {
    let through = 0;
    for (let time = 0; time < times; time += 1) {
      const counted = buckets.count(clientKey, inTurn);
      if (counted.kind === "counted") {
        through += 1;
        counted.leave();
      }
    }
    return through;
  };
  /** Starts a request that stays in flight. */
  const begin = (clientKey: string, inTurn = false): Leave | number => {
    const counted = buckets.count(clientKey, inTurn);
    return counted.kind === "counted" ? counted.leave : counted.retryAfterSeconds;
  };
  return { world, buckets, send, begin };
}
