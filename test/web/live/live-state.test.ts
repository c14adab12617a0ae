import { expect, test } from "@jest/globals";
import { liveState } from "../../../web/live/live-state.ts";

const NOW = Date.parse("2026-11-28T08:36:00Z");
const facts = { offlineSince: null, contactAt: NOW - 4_000, now: NOW };

test("a page is live for as long as a poll may wait for its answer", () => {
  expect(liveState(facts)).toEqual({ kind: "LIVE", seconds: 4 });
  expect(liveState({ ...facts, contactAt: NOW - 30_000 })).toEqual({ kind: "LIVE", seconds: 30 });
});

test("a page whose server is silent for longer is stale", () => {
  expect(liveState({ ...facts, contactAt: NOW - 180_000 })).toEqual({
    kind: "STALE",
    age: 180_000,
  });
});

test("a page without a connection says from when its data is", () => {
  const offlineSince = new Date(NOW - 1_000);
  expect(liveState({ ...facts, offlineSince })).toEqual({
    kind: "OFFLINE",
    at: new Date(NOW - 4_000),
  });
  expect(liveState({ ...facts, offlineSince, contactAt: null })).toEqual({
    kind: "OFFLINE",
    at: offlineSince,
  });
});

test("a page that was never answered, or whose clock was set back, claims no age", () => {
  expect(liveState({ ...facts, contactAt: null })).toBeNull();
  expect(liveState({ ...facts, contactAt: NOW + 9_000 })).toEqual({ kind: "LIVE", seconds: 0 });
});
