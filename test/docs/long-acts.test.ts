import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { endpoints } from "../../api/endpoints.ts";
import { actors } from "../../workers/actors.ts";
import { SCHEDULES } from "../../workers/worker/scheduled-workflows.ts";
import { growingActivities, growingRoutes, handlesMany, isGrowing } from "./growing-acts.ts";
import { textOf } from "./house-files.ts";
import { LONG_ACTS, OF_NO_NAME, SHORT } from "./long-acts.ts";

const page = textOf("docs/long-acts.md");

const rows = [...rowsOf("In slices"), ...rowsOf("Whole")];
const derived = [
  ...growingRoutes(endpoints),
  ...Object.keys(SCHEDULES),
  ...actors.map(({ definition }) => definition.kind),
  ...growingActivities(),
];
const covered = [...Object.values(LONG_ACTS).flat(), ...Object.keys(SHORT)];

describe("Each act whose cost grows with what its caller sends or owns", () => {
  test("has its entry in docs/long-acts.md: routes with large bodies, schedules, actors, and activities of many rows", () => {
    expect(derived.filter((name) => !covered.includes(name))).toEqual([]);
  });

  test("still exists and has one entry only", () => {
    expect(covered.filter((name) => !derived.includes(name))).toEqual([]);
    expect(covered.toSorted()).toEqual([...new Set(covered)].toSorted());
  });

  test("is listed by the page, which lists nothing else", () => {
    expect([...Object.keys(LONG_ACTS), ...OF_NO_NAME].toSorted()).toEqual(rows.toSorted());
  });
});

describe("A body", () => {
  const sent = { one: z.string().max(200) };

  test.each([
    ["a list of 21", z.strictObject({ ...sent, many: z.array(z.string()).max(21) })],
    [
      "lists of 5 in a list of 5",
      z.strictObject({ all: z.array(z.strictObject({ some: z.array(z.int()).max(5) })).max(5) }),
    ],
    ["a list without a limit", z.strictObject({ many: z.array(z.int()) })],
    ["a record", z.strictObject({ answers: z.record(z.string(), z.int()) })],
    ["a long text", z.union([z.null(), z.strictObject({ file: z.string().max(10_000) })])],
    ["a named schema that grows", z.strictObject({ of: z.array(z.int()).meta({ id: "Grows" }) })],
  ])("of %s grows", (...[, schema]) => {
    expect(isGrowing(schema)).toBe(true);
  });

  test("of a few fields and short lists does not", () => {
    const few = z.array(z.enum(["A", "B"])).max(20);
    expect(isGrowing(z.strictObject({ ...sent, few, note: z.string().max(9_999) }))).toBe(false);
  });
});

test.each([
  ["const SLICE = 20;"],
  ["export const CSV_SLICE_LINES = 20;"],
  ["await lockScopes(tx, ids);"],
  ["export const goes: WorkspaceHook = {"],
  ["for (const id of ids) {\n  await transact(em, (tx) => act(tx, id));\n}"],
])("A file of activities with %j handles many rows", (text) => {
  expect(handlesMany(`import x from "y";\n${text}\n`)).toBe(true);
});

/** Names of the acts that a section of the page lists. */
function rowsOf(section: string): readonly string[] {
  const [, text = ""] = page.split(`\n## ${section}\n`);
  const [own = ""] = text.split("\n## ");
  return [...own.matchAll(/^- \*\*(.+?)\*\*: /gm)].map(([, name = ""]) => name);
}
