import { ApplicationFailure } from "@temporalio/common";
import { expect, test } from "@jest/globals";
import pino from "pino";
import { failQuietly } from "../../activities/fail-quietly.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { refuseTrouble } from "../../db/platform/transactions/transact.ts";

const log = pino({ level: "silent" });

const timeout = () => Object.assign(new Error("secret"), { name: "TimeoutError" });

test.each([
  ["a refusal is final", stateConflict("ALREADY_CLOSED"), "STATE_CONFLICT", true],
  ["a short failure is not final", refuseTrouble(new Error("secret")), "UNAVAILABLE", false],
  [
    "a database failure is not final",
    Object.assign(new Error("secret"), { code: "57P01" }),
    "SQLSTATE_57P01",
    false,
  ],
  [
    "a connection that the pool never got is not final, and is named",
    new Error("timeout exceeded when trying to connect"),
    "DATABASE_UNAVAILABLE",
    false,
  ],
  [
    "a broken link is not final",
    new TypeError("fetch failed", {
      cause: Object.assign(new Error("secret"), { code: "UND_ERR_SOCKET" }),
    }),
    "TypeError",
    false,
  ],
  ["a call without an answer in time is not final", timeout(), "TimeoutError", false],
  ["a fault of ours is final", new TypeError("secret"), "TypeError", true],
])("%s, and only its failure class is reported", async (_what, fault, type, nonRetryable) => {
  const act = failQuietly({ log, name: "act" }, () => Promise.reject(fault));
  const failure: unknown = await act().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApplicationFailure);
  expect(failure).toMatchObject({ type, message: type, nonRetryable, stack: type });
});
