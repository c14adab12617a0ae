import { expect, test } from "@jest/globals";
import { housePaths, textOf } from "../docs/house-files.ts";

const FLOORS = /^(?:rules|activities|db|api|workflows|workers)\/.+\.ts$/u;

/** Files of the product whose code says one of these words. */
const filesThatSay = (word: RegExp) =>
  [...housePaths].filter((path) => FLOORS.test(path) && word.test(codeOf(path))).toSorted();

/** A file without its comments. */
const codeOf = (path: string) => textOf(path).replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gmu, "");

test("one function alone reads the times of a plan, whatever is laid into a day (docs/rooms/agenda.md#local-times)", () => {
  expect(filesThatSay(/\b(?:startTime|dueTime)\b/u)).toEqual([
    // What a coach may send.
    "api/openapi/examples.ts",
    "rules/plans/lay-into-day.ts",
    // When a run began, as Temporal calls it.
    "workflows/scheduled-acts.ts",
  ]);
});

test("a local time becomes an instant in one file, by whose rule it never leaves its day", () => {
  expect(filesThatSay(/\blocalInstant\b/u)).toEqual([
    "rules/inbox/digest-turn.ts",
    "rules/inbox/snooze-until.ts",
    "rules/local-day.ts",
    // Their hours are a window that is closed where clocks never open it.
    "rules/onboarding/next-reminder.ts",
    "rules/plans/lay-into-day.ts",
    "rules/workouts/conflicts/conflict-deadline.ts",
  ]);
  expect(filesThatSay(/\b(?:setZone\(|DateTime\.(?:local|fromObject)\b|at time zone\b)/u)).toEqual(
    // UTC alone.
    ["db/outbox/lease-rows.ts", "db/sync/receipts/slice-digests.ts", "db/transact.ts"],
  );
});
