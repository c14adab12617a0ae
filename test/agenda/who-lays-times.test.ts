import { expect, test } from "@jest/globals";
import { housePaths, textOf } from "../docs/house-files.ts";

const FLOORS = /^(?:rules|activities|db|api|workflows|workers)\/.+\.ts$/u;

/** The text of a file without its comments. */
const codeOf = (path: string) => textOf(path).replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gmu, "");

test("Only one function reads the times of a plan, wherever they are placed in a day (docs/rooms/agenda.md#local-times)", () => {
  expect(filesThatSay(/\b(?:startTime|dueTime)\b/u)).toEqual([
    // The fields that a coach may send.
    "api/openapi/examples.ts",
    // The start of a span, as OpenTelemetry calls it.
    "db/platform/tracing/act-span.ts",
    "rules/plans/lay-into-day.ts",
    // Compares two revisions, and places nothing.
    "rules/plans/publication/compare-contents.ts",
    "workers/tracing/span-file-exporter.ts",
    // The start of a run, as Temporal calls it.
    "workflows/run-actor.ts",
    "workflows/scheduled-acts.ts",
  ]);
});

test("A local time becomes an instant in one file, whose rule never leaves the day", () => {
  expect(filesThatSay(/\blocalInstant\b/u)).toEqual([
    "rules/inbox/due-digest.ts",
    "rules/inbox/preset-until.ts",
    "rules/local-day.ts",
    // Their hours are a window, which is closed if the clocks never show its start.
    "rules/onboarding/next-reminder.ts",
    "rules/plans/lay-into-day.ts",
    "rules/workouts/conflicts/conflict-deadline.ts",
  ]);
  expect(filesThatSay(/\b(?:setZone\(|DateTime\.(?:local|fromObject)\b|at time zone\b)/u)).toEqual(
    // UTC only, but for those of the inbox and of media: they turn instants into local dates.
    [
      "db/inbox/console/roster/roster-rows.ts",
      "db/inbox/sources/source-facts.ts",
      "db/inbox/timeline/queries.ts",
      "db/media/files/queries.ts",
      "db/outbox/lease-rows.ts",
      "db/platform/transactions/transact.ts",
      "db/sync/receipts/slice-digests.ts",
    ],
  );
});

/** Source files that contain the pattern in code. */
function filesThatSay(word: RegExp) {
  return [...housePaths].filter((path) => FLOORS.test(path) && word.test(codeOf(path))).toSorted();
}
