import { expect, test } from "@jest/globals";
import { createBell } from "../../workers/relay/bell.ts";

const running = new AbortController().signal;
const LONG_MS = 60_000;

test("a bell ends the present sleep of a loop, and the next one if the loop is awake", async () => {
  const bell = createBell();
  const asleep = bell.sleep(LONG_MS, running);
  bell.ring();
  expect(await asleep).toBe(true);
  bell.ring();
  bell.ring();
  expect(await bell.sleep(LONG_MS, running)).toBe(true);
  expect(await bell.sleep(1, running)).toBe(false);
});

test("a stop ends the sleep of a loop without its bell", async () => {
  const stop = new AbortController();
  const asleep = createBell().sleep(LONG_MS, stop.signal);
  stop.abort();
  expect(await asleep).toBe(false);
});
