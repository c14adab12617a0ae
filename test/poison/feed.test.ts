import { expect, test } from "@jest/globals";
import { deliverToFeed, type PublishedEvent } from "../../activities/outbox/deliver-to-feed.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";

const running = new AbortController().signal;

const rows = ["a", "b", "c", "d", "e"].map(rowOf);

test("a row for which the feed finds no event does not delay the others, fails alone, and is published once repaired", async () => {
  const published: string[][] = [];
  const publish = async (events: readonly PublishedEvent[]) =>
    void published.push(events.map(({ eventId }) => eventId));
  let isPoisoned = true;
  const deliver = deliverToFeed({ publish }, async () => new Map(), {
    async DailyTaskCompleted(some) {
      if (isPoisoned && some.some(({ id }) => id === "c")) throw new RangeError("planted");
      return new Map();
    },
  });
  const failures = await deliver(rows, running);
  expect([...failures]).toEqual([["c", { kind: "FAULT", failureClass: "RangeError" }]]);
  expect(published).toEqual([["a", "b", "d", "e"]]);
  isPoisoned = false;
  expect((await deliver([rowOf("c")], running)).size).toBe(0);
  expect(published.at(-1)).toEqual(["c"]);
});

test("a feed that accepts nothing is called once for all rows, and all of them are retried", async () => {
  let requests = 0;
  const publish = () => {
    requests += 1;
    return Promise.reject(new Error("away"));
  };
  const failures = await deliverToFeed({ publish }, async () => new Map())(rows, running);
  expect([failures.size, requests]).toEqual([rows.length, 1]);
});

function rowOf(id: string): LeasedRow {
  return {
    id,
    eventId: id,
    consumer: "event-feed",
    key: id,
    type: "DailyTaskCompleted",
    subjectId: id,
    version: 1,
    refs: {},
    occurredAt: "2026-11-26T12:00:00.000Z",
    requestId: null,
    attempts: 0,
    traceContext: null,
  };
}
