import { afterAll, describe, expect, test } from "@jest/globals";
import { type Edits, openEditCompiler } from "../harness/compile-edits.ts";
import { editFile } from "./edit-file.ts";

const compiler = openEditCompiler();
afterAll(() => compiler.close());

const ROOMS = ["contract", "rules", "db", "activities", "api"].flatMap((floor) => [
  `${floor}/agenda`,
  `${floor}/quick-log`,
]);

/** The rooms in which the edited files stand. */
const EDITED = ["contract/agenda", "contract/quick-log", "rules/quick-log"];

const NAMES = "contract/agenda/task-actions.ts";
const PAYLOADS = "contract/quick-log/payload-schema.ts";
const RULES = "rules/quick-log/actions/decline-item.ts";
const REGISTRY = "rules/quick-log/actions/action-rules.ts";

const NAME = 'DECLINE_ITEM: { operationType: "quick-log.decline-item", scope: "ITEM" },';
const PAYLOAD = `DECLINE_ITEM: z
    .strictObject({ taskId: idSchema, itemId: idSchema })
    .meta({ id: "DeclineItemPayload", description: "Declines one item of a task." }),`;
const RULE = `
import { changeTask } from "../change-task.ts";
import { refuseFor } from "../judge-task.ts";
import { itemField } from "../revision/written-fields.ts";
import { takeBackStatus } from "./take-back.ts";
import type { ActionRules } from "./types.ts";

export const declineItem: ActionRules<"DECLINE_ITEM"> = {
  decide: (state, action, { itemId }) => {
    const item = state.items.find(({ id }) => id === itemId);
    if (item?.status !== "PENDING")
      return { kind: "REFUSED", refused: refuseFor(state, "ITEM_CLOSED", "CLOSED") };
    return changeTask(state, action, { items: [{ ...item, status: "SKIPPED" }] });
  },
  undo: takeBackStatus,
  writeSet: (_state, { itemId }) => [itemField(itemId)],
};
`;

describe("a new action of quick-log", () => {
  test("compiles in every room after four files are edited", () => {
    const edits = probe();
    expect(Object.keys(edits)).toEqual([NAMES, PAYLOADS, RULES, REGISTRY]);
    expect(compiler.errorsWith(edits, ROOMS)).toEqual([]);
  });

  test("does not compile with a payload but no type", () => {
    const { [NAMES]: _omitted, ...edits } = probe();
    expect(filesWithErrors(edits)).toEqual([PAYLOADS, REGISTRY, RULES]);
  });

  test("does not compile with a type but no payload", () => {
    const { [PAYLOADS]: _omitted, ...edits } = probe();
    expect(filesWithErrors(edits)).toContain(PAYLOADS);
  });

  test("does not compile without rules", () => {
    const { [REGISTRY]: _omitted, ...edits } = probe();
    expect(filesWithErrors(edits)).toEqual([REGISTRY]);
  });

  test.each([
    ["its decision", /  decide: [\s\S]*?\n  \},\n/u],
    ["its undo", "  undo: takeBackStatus,\n"],
    [
      "its explanation of a stale revision",
      "  writeSet: (_state, { itemId }) => [itemField(itemId)],\n",
    ],
  ])("does not compile without %s", (_, omitted) => {
    expect(filesWithErrors({ ...probe(), [RULES]: RULE.replace(omitted, "") })).toContain(RULES);
  });

  test.each([
    ["its operation type", 'operationType: "quick-log.decline-item", '],
    ["its scope", ', scope: "ITEM"'],
  ])("does not compile without %s", (_, omitted) => {
    expect(filesWithErrors(probe(NAME.replace(omitted, "")))).toContain(NAMES);
  });
});

/** The four edits; a task of the kind SUPPLEMENT offers the action. */
function probe(name = NAME): Edits {
  return {
    ...editFile(
      NAMES,
      ["  SNOOZE: {", `  ${name}\n  SNOOZE: {`],
      ["SUPPLEMENT: [", 'SUPPLEMENT: [{ ...action("DECLINE_ITEM"), when: "HAS_ITEMS" }, '],
    ),
    ...editFile(PAYLOADS, ["  SNOOZE: z", `  ${PAYLOAD}\n  SNOOZE: z`]),
    [RULES]: RULE,
    ...editFile(
      REGISTRY,
      ["import { undo }", 'import { declineItem } from "./decline-item.ts";\nimport { undo }'],
      ["  SNOOZE: snooze,", "  DECLINE_ITEM: declineItem,\n  SNOOZE: snooze,"],
    ),
  };
}

function filesWithErrors(edits: Edits): readonly string[] {
  return [...new Set(compiler.errorsWith(edits, EDITED).map(({ file }) => file))].toSorted();
}
