import { hash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { SCHEDULE_TABLE, SCHEDULES } from "../../workers/worker/scheduled-workflows.ts";

/** Each table that was deployed, by its number. A table that changes gets the next number, and a line here. */
const TABLES: Readonly<Record<number, string>> = {
  1: "ctAwTMTQsMkwID4_",
};

test("the table of schedules has a number of its own, so that an older worker does not write over it", () => {
  const table = hash("sha256", JSON.stringify(SCHEDULES), "base64url").slice(0, 16);
  expect({ number: SCHEDULE_TABLE, table }).toEqual({
    number: Math.max(...Object.keys(TABLES).map(Number)),
    table: TABLES[SCHEDULE_TABLE],
  });
});
