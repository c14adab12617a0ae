import { expect, test } from "@jest/globals";
import { beginActor, carryActor } from "../../workflows/actor-state.ts";

test("an operator's request outlives the workflow run in which it was made", () => {
  const now = new Date("2026-03-01T06:00:00Z");
  const state = beginActor(undefined, now);
  expect(beginActor(carryActor(state), now).retryNow).toBe(false);
  state.retryNow = true;
  expect(beginActor(carryActor(state), now).retryNow).toBe(true);
});

test("a run carries traces only if it has some, and begins without those that an earlier release did not carry", () => {
  const state = beginActor(undefined, new Date("2026-03-01T06:00:00Z"));
  const { traces, ...earlier } = { traces: undefined, ...carryActor(state) };
  expect(traces).toBeUndefined();
  expect(beginActor(earlier, new Date()).traces).toEqual([]);
  state.traces = ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"];
  expect(beginActor(carryActor(state), new Date()).traces).toEqual(state.traces);
});
