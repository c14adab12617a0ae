import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { requestFacts, takeRequest } from "../../api/http/request-facts.ts";

/** How long a phone waits for an answer, in milliseconds. */
const PATIENCE_MS = 30_000;

test("A request may start for twenty seconds, and is dropped while its phone still waits", () => {
  const { world, factsNow } = arrive();
  // The request waited in the process before its facts were read.
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

test("Work for a closed connection is not awaited", () => {
  const { res, factsNow } = arrive();
  const { isAwaited, isGone } = factsNow();
  res.destroy();
  expect([isAwaited(), isGone()]).toEqual([false, true]);
});

/** A request whose head has arrived, and its later facts, by a clock that the test moves. */
function arrive() {
  const world = { now: 500 };
  const clock = () => world.now;
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  takeRequest(req, res, clock);
  return { world, res, factsNow: () => requestFacts(req, res, clock) };
}
