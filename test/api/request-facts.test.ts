import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { requestFacts, takeRequest } from "../../api/http/request-facts.ts";

/** How long a phone waits for an answer, in milliseconds. */
const PATIENCE_MS = 30_000;

/** A request whose head is here, and what is known of it later, by a clock that the test moves. */
function arrive() {
  const world = { now: 500 };
  const clock = () => world.now;
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  takeRequest(req, res, clock);
  return { world, res, factsNow: () => requestFacts(req, res, clock) };
}

test("What a phone sends is begun for twenty seconds, and dropped while it still waits", () => {
  const { world, factsNow } = arrive();
  // It waited before anybody asked.
  world.now += 15_000;
  const { arrivedMs, isAwaited } = factsNow();
  expect(arrivedMs).toBe(500);
  expect(isAwaited()).toBe(true);
  world.now = arrivedMs + 19_999;
  expect(isAwaited()).toBe(true);
  world.now = arrivedMs + 20_000;
  expect(isAwaited()).toBe(false);
  expect(world.now - arrivedMs).toBeLessThan(PATIENCE_MS);
});

test("Nobody waits for what is asked on a connection that is gone", () => {
  const { res, factsNow } = arrive();
  const { isAwaited, isGone } = factsNow();
  res.destroy();
  expect([isAwaited(), isGone()]).toEqual([false, true]);
});
