import { existsSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { EXPECTED_SECONDS, longestFirst } from "../harness/order-files.ts";

const file = (name: string, duration?: number) => ({ path: `${process.cwd()}/${name}`, duration });
const [LONGEST = "", SECOND = ""] = Object.keys(EXPECTED_SECONDS);
const SMALL = "test/new-id.test.ts";

test("In a fresh clone the files that are known to take long run before the others", () => {
  const sorted = [file(SMALL), file(SECOND), file(LONGEST)];
  expect(longestFirst(sorted)).toEqual([file(LONGEST), file(SECOND), file(SMALL)]);
});

test("A file with a recorded time is ordered by it, and one that failed before stays first", () => {
  const sorted = [file("test/failed.test.ts", 5), file(SMALL), file("test/a.test.ts", 90_000)];
  expect(longestFirst([...sorted, file(LONGEST, 10)])).toEqual([
    file("test/failed.test.ts", 5),
    file("test/a.test.ts", 90_000),
    file(SMALL),
    file(LONGEST, 10),
  ]);
});

test("Files that all have a recorded time keep Jest's order", () => {
  const sorted = [file("test/b.test.ts", 3), file("test/a.test.ts", 2)];
  expect(longestFirst(sorted)).toEqual(sorted);
});

test("Each file that is known to take long exists", () => {
  expect(Object.keys(EXPECTED_SECONDS).filter((path) => !existsSync(path))).toEqual([]);
});
