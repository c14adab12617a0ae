import { ApplicationFailure } from "@temporalio/common";
import { expect, test } from "@jest/globals";
import pino from "pino";
import { failQuietly } from "../../activities/fail-quietly.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { refuseTrouble } from "../../db/transact.ts";

const log = pino({ level: "silent" });

const timeout = () => Object.assign(new Error("secret"), { name: "TimeoutError" });

test.each([
  ["a refusal is final", stateConflict("ALREADY_CLOSED"), "STATE_CONFLICT", true],
  ["a moment of trouble is not", refuseTrouble(new Error("secret")), "UNAVAILABLE", false],
  [
    "trouble of the database is not",
    Object.assign(new Error("secret"), { code: "57P01" }),
    "SQLSTATE_57P01",
    false,
  ],
  [
    "a connection that the pool never got is not, and is named",
    new Error("timeout exceeded when trying to connect"),
    "DATABASE_UNAVAILABLE",
    false,
  ],
  [
    "a link that broke is not",
    new TypeError("fetch failed", {
      cause: Object.assign(new Error("secret"), { code: "UND_ERR_SOCKET" }),
    }),
    "TypeError",
    false,
  ],
  ["a call that was not answered in time is not", timeout(), "TimeoutError", false],
  ["a fault is, too", new TypeError("secret"), "TypeError", true],
])("%s, and only its failure class is reported", async (_what, fault, type, nonRetryable) => {
  const act = failQuietly({ log, name: "act" }, () => Promise.reject(fault));
  const failure: unknown = await act().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApplicationFailure);
  expect(failure).toMatchObject({ type, message: type, nonRetryable, stack: type });
});
