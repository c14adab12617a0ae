import { ApplicationFailure } from "@temporalio/common";
import { expect, test } from "@jest/globals";
import pino from "pino";
import { failQuietly } from "../../activities/fail-quietly.ts";
import { Refusal } from "../../contract/refusal.ts";
import { refuseTrouble } from "../../db/transact.ts";

const log = pino({ level: "silent" });

test.each([
  ["a refusal is final", new Refusal("STATE_CONFLICT"), "STATE_CONFLICT", true],
  ["a moment of trouble is not", refuseTrouble(new Error("secret")), "UNAVAILABLE", false],
  ["a fault is not", new TypeError("secret"), "TypeError", false],
])("%s, and nothing of it but its class is told", async (_what, fault, type, nonRetryable) => {
  const act = failQuietly({ log, name: "act" }, () => Promise.reject(fault));
  const failure: unknown = await act().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApplicationFailure);
  expect(failure).toMatchObject({ type, message: type, nonRetryable, stack: type });
});
