import { expect, test } from "@jest/globals";
import { beginActor, carryActor } from "../../workflows/actor-state.ts";

test("an operator's request outlives the workflow run in which it was made", () => {
  const now = new Date("2026-03-01T06:00:00Z");
  const state = beginActor(undefined, now);
  expect(beginActor(carryActor(state), now).retryNow).toBe(false);
  state.retryNow = true;
  expect(beginActor(carryActor(state), now).retryNow).toBe(true);
});
