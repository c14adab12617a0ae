import { afterAll, describe, expect, test } from "@jest/globals";
import { openEditCompiler } from "../harness/compile-edits.ts";
import { editFile } from "./edit-file.ts";

const compiler = openEditCompiler();
afterAll(() => compiler.close());

const ROOMS = [
  "contract/agenda",
  "contract/plans",
  "rules/agenda",
  "rules/plans",
  "rules/quick-log",
  "db/agenda",
  "db/plans",
  "activities/agenda",
  "activities/plans",
  "activities/quick-log",
  "api/agenda",
  "api/plans",
];
const DEFINITIONS = "contract/agenda/kinds/task-definitions.ts";
const PLANS = "contract/plans/plan-definitions.ts";

const ACTIONS = "contract/agenda/task-actions.ts";

const DEFINITION = `WEIGH_IN: defineTaskKind({
    name: { en: "Weigh-in", de: "Wiegen" },
    sourceContext: "PROGRESS",
    destination: "/today/weigh-in",
    metrics: "ONE",
    missedEvent: null,
  }),`;
const OFFERED = editFile(ACTIONS, [
  "  WORKOUT: [",
  "  WEIGH_IN: [RECORD, SKIP, UNDO],\n  WORKOUT: [",
]);
const CONTENT = editFile("contract/plans/content-schema.ts", [
  "    programContentSchema,\n",
  '    programContentSchema,\n    z.strictObject({ kind: z.literal("WEIGH_IN"), ...recurring, metric: metricSchema }),\n',
]);
const PLAN = editFile(PLANS, [
  "  PROGRAM: {",
  '  WEIGH_IN: { taskKind: "WEIGH_IN", assignedEvent: "MeasurementRequested" },\n  PROGRAM: {',
]);

describe("a new kind of daily task", () => {
  test("compiles in every room after four files are edited", () => {
    const edits = { ...defined(DEFINITION), ...OFFERED, ...CONTENT, ...PLAN };
    expect(Object.keys(edits)).toHaveLength(4);
    expect(compiler.errorsWith(edits, ROOMS)).toEqual([]);
  });

  test.each([
    ["its name", 'name: { en: "Weigh-in", de: "Wiegen" },'],
    ["its destination", 'destination: "/today/weigh-in",'],
    ["its metrics", 'metrics: "ONE",'],
    ["what its closing reports", "missedEvent: null,"],
    ["its context", 'sourceContext: "PROGRESS",'],
  ])("does not compile without %s", (_, omitted) => {
    const edits = { ...defined(DEFINITION.replace(omitted, "")), ...OFFERED, ...CONTENT, ...PLAN };
    expect(filesOf(edits)).toEqual([DEFINITIONS]);
  });

  test("does not compile without its actions", () => {
    expect(filesOf({ ...defined(DEFINITION), ...CONTENT, ...PLAN })).toEqual([ACTIONS]);
  });

  test("does not compile if the content of its plans is missing", () => {
    expect(filesOf({ ...defined(DEFINITION), ...OFFERED, ...PLAN })).toContain(PLANS);
  });

  test("does not compile if its content has no plan kind", () => {
    expect(filesOf({ ...defined(DEFINITION), ...OFFERED, ...CONTENT })).toContain(PLANS);
  });
});

function defined(definition: string) {
  return editFile(DEFINITIONS, ["  WORKOUT: ", `  ${definition}\n  WORKOUT: `]);
}

/** The files of the definitions' rooms that do not compile. */
function filesOf(edits: Readonly<Record<string, string>>): readonly string[] {
  const errors = compiler.errorsWith(edits, ["contract/agenda", "contract/plans"]);
  return [...new Set(errors.map(({ file }) => file))];
}
