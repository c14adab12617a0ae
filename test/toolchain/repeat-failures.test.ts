import { expect, test } from "@jest/globals";
import { commandsOf } from "../harness/repeat-failures.ts";

const file = { testFilePath: `${process.cwd()}/test/a.pg.test.ts`, testExecError: undefined };
const passed = { status: "passed", fullName: "adds" };

test("a failed test is repeated alone by a command with its seed and its campaign's numbers", () => {
  const failed = { status: "failed", fullName: "a coach's plan (v1) is kept" };
  const env = { SIDELINE_SEED: "7", SIDELINE_LINKS: "all", SIDELINE_TEST_CONTEXT: "/x", HOME: "/" };
  expect(commandsOf({ testResults: [{ ...file, testResults: [passed, failed] }] }, env)).toEqual([
    expect.stringMatching(
      /^SIDELINE_SEED=-?\d+ SIDELINE_LINKS=all npm test -- --testPathPatterns test\/a\.pg\.test\.ts -t 'a coach'\\''s plan \\\(v1\\\) is kept'$/,
    ),
  ]);
});

test("a file that failed before its tests ran is repeated whole, and one that passed is not", () => {
  const broken = { ...file, testExecError: new Error("no such module"), testResults: [] };
  const commands = commandsOf({ testResults: [broken, { ...file, testResults: [passed] }] }, {});
  expect(commands).toEqual([
    expect.stringMatching(
      /^SIDELINE_SEED=\d+ npm test -- --testPathPatterns test\/a\.pg\.test\.ts$/,
    ),
  ]);
});
