import { hash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { SCHEDULE_TABLE, SCHEDULES } from "../../workers/worker/scheduled-workflows.ts";

/** Each deployed table, by its number. A changed table gets the next number, and a line here. */
const TABLES: Readonly<Record<number, string>> = {
  1: "ctAwTMTQsMkwID4_",
  2: "-91Cxcy4S88q99_n",
};

test("a changed table of schedules has a new number, so that an older worker does not overwrite it", () => {
  const table = hash("sha256", JSON.stringify(SCHEDULES), "base64url").slice(0, 16);
  expect({ number: SCHEDULE_TABLE, table }).toEqual({
    number: Math.max(...Object.keys(TABLES).map(Number)),
    table: TABLES[SCHEDULE_TABLE],
  });
});
