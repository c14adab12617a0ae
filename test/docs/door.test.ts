import { describe, expect, test } from "@jest/globals";
import { inventedRows, numbersTo, readProvedPage } from "./proved-rows.ts";

const page = readProvedPage("docs/door.md", "finding");

describe("Each of the twenty findings at the door", () => {
  test("is proved, said to be missing, or proved in part and both", () => {
    expect(page.numbers).toEqual(numbersTo(20));
  });

  test("that is proved names an existing test", () => {
    expect(inventedRows(page)).toEqual([]);
  });

  test("stands in a row that is read, whichever it is", () => {
    expect(page.written).toHaveLength(page.proved.length + page.open.length);
  });
});
