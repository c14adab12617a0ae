import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { atMostEvery } from "../../db/outbox/send-relay-hints.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("hints are sent at once, then at most five times a second, and the last one is never lost", async () => {
  let sent = 0;
  const hint = atMostEvery(200, () => {
    sent += 1;
  });
  hint();
  expect(sent).toBe(1);
  for (let call = 0; call < 10; call += 1) hint();
  expect(sent).toBe(1);
  await jest.advanceTimersByTimeAsync(200);
  expect(sent).toBe(2);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(sent).toBe(2);
  hint();
  expect(sent).toBe(3);
});
