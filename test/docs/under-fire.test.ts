import { describe, expect, test } from "@jest/globals";
import { textOf } from "./house-files.ts";
import { inventedRows, numbersTo, readProvedPage } from "./proved-rows.ts";

const page = readProvedPage("docs/under-fire.md", "line");
const [before = ""] = textOf("docs/under-fire.md").split("## Proved");

describe("Each of the thirteen lines under fire", () => {
  test("is proved, said to be missing, or proved in part and both", () => {
    expect(page.numbers).toEqual(numbersTo(13));
  });

  test("says what it was before, and the command that shows it", () => {
    const told = [...before.matchAll(/^\| (\d+) +\| .+? +\| .*`npm .+` +\|$/gm)];
    expect(told.map(([, line]) => line)).toEqual(numbersTo(13));
  });

  test("that is proved has a test of that title", () => {
    expect(inventedRows(page)).toEqual([]);
  });

  test("stands in a row that is read, whichever it is", () => {
    expect(page.written).toHaveLength(page.proved.length + page.open.length);
  });
});
