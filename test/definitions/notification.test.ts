import { afterAll, describe, expect, test } from "@jest/globals";
import { openEditCompiler } from "../harness/compile-edits.ts";
import { editFile } from "./edit-file.ts";

const compiler = openEditCompiler();
afterAll(() => compiler.close());

/** Where an omission is refused. */
const DEFINED = ["contract/notifications"];
const ROOMS = [
  "contract/notifications",
  "rules/notifications",
  "db/notifications",
  "activities/notifications",
  "api/notifications",
  "api/pages",
];
const DEFINITIONS = "contract/notifications/client-notifications.ts";

const NAME = editFile("contract/notifications/vocabulary.ts", [
  '  "WELCOME",\n',
  '  "WELCOME",\n  "GOAL_REACHED",\n',
]);
const EN = 'en: { title: "Well done", body: "You reached a goal.", setting: "A goal is reached" }';
const DE = 'de: { title: "Geschafft", body: "Sie haben ein Ziel erreicht.", setting: "Ein Ziel" }';
const DEFINITION = `GOAL_REACHED: defineNotification({
    audience: "CLIENT",
    severity: "NORMAL",
    texts: { ${EN}, ${DE} },
  }),`;

describe("a new category of notification", () => {
  test("compiles in every room after two files are edited", () => {
    const edits = { ...NAME, ...defined(DEFINITION) };
    expect(Object.keys(edits)).toHaveLength(2);
    expect(compiler.errorsWith(edits, ROOMS)).toEqual([]);
  });

  test("does not compile without a definition", () => {
    const [error, ...others] = compiler.errorsWith(NAME, DEFINED);
    expect(error?.text).toContain("GOAL_REACHED");
    expect(others).toEqual([]);
  });

  test.each([
    ["its texts in German", `, ${DE}`],
    ["its texts in English", `${EN}, `],
    ["its audience", 'audience: "CLIENT",'],
    ["its severity", 'severity: "NORMAL",'],
    ["the text of its setting in one language", ', setting: "Ein Ziel"'],
    ["its body in one language", ' body: "You reached a goal.",'],
  ])("does not compile without %s", (_, omitted) => {
    const edits = { ...NAME, ...defined(DEFINITION.replace(omitted, "")) };
    expect(compiler.errorsWith(edits, DEFINED).map(({ file }) => file)).toEqual([DEFINITIONS]);
  });
});

function defined(definition: string) {
  return editFile(DEFINITIONS, ["  WELCOME: ", `  ${definition}\n  WELCOME: `]);
}
