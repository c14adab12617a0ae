import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "@jest/globals";
import { openEditCompiler } from "./compile-edits.ts";

const compiler = openEditCompiler();
afterAll(() => compiler.close());

const FILE = "contract/inbox/vocabulary.ts";
const text = readFileSync(new URL(`../../${FILE}`, import.meta.url), "utf8");

test("The compiler of edits finds the mistakes of a changed and of a new file, and forgets them afterwards", () => {
  const edits = {
    [FILE]: `${text}\nexport { probe } from "./probe-number.ts";\n`,
    "contract/inbox/probe-number.ts": 'export const probe: number = "one";\n',
  };
  expect(compiler.errorsWith(edits, ["contract/inbox"])).toEqual([
    { file: "contract/inbox/probe-number.ts", text: expect.stringContaining("not assignable") },
  ]);
  const broken = { [FILE]: `${text}\nexport { absent } from "./probe-number.ts";\n` };
  expect(compiler.errorsWith(broken, ["contract/inbox"])).toEqual([
    { file: FILE, text: expect.stringContaining("Cannot find module") },
  ]);
  expect(compiler.errorsWith({}, ["contract/inbox"])).toEqual([]);
});
