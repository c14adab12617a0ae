import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import * as z from "zod";
import { fieldErrors } from "../../api/http/parse-or-refuse.ts";
import { problemOf } from "../../api/http/problem.ts";
import { CONFLICT_REASONS, stateConflict } from "../../contract/state-conflict.ts";

const SOURCES = globSync("{activities,api,db,rules}/**/*.ts").map((file) =>
  readFileSync(file, "utf8"),
);

test("A problem about a state conflict names the state and keeps its other details", () => {
  const problem = problemOf(stateConflict("NOT_PAUSED", { conflictingId: "an-id" }), "a-request");
  expect(problem).toMatchObject({
    code: "STATE_CONFLICT",
    conflictingId: "an-id",
    errors: [{ pointer: "", code: "NOT_PAUSED", message: "This is not paused." }],
  });
});

test("Each reason of a conflict has a sentence and is used in the code", () => {
  const given = SOURCES.join("\n");
  const reasons = Object.entries(CONFLICT_REASONS);
  expect(reasons.filter(([reason]) => !given.includes(`"${reason}"`))).toEqual([]);
  for (const [, sentence] of reasons) expect(sentence).toMatch(/^[A-Z][^.]*\.(?: [A-Z][^.]*\.)?$/);
});

test("A missing field is reported as missing, with the expected type", () => {
  const { error } = z.strictObject({ name: z.string(), count: z.int() }).safeParse({ count: "x" });
  if (error === undefined) throw new Error("Expected a refusal");
  expect(fieldErrors(error)).toEqual([
    { pointer: "/name", code: "invalid_type", message: "Missing: expected string" },
    {
      pointer: "/count",
      code: "invalid_type",
      message: "Invalid input: expected number, received string",
    },
  ]);
});
