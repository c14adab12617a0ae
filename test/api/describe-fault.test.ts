import { describe, expect, test } from "@jest/globals";
import { NotFoundError, ValidationError } from "@mikro-orm/core";
import { z } from "zod";
import { BatchFault } from "../../activities/sync/admission/decide-operations.ts";
import { describeFault } from "../../api/http/describe-fault.ts";
import { Refusal } from "../../contract/refusal.ts";

const MARKER = "marker@example.com";
const said = (error: unknown) => JSON.stringify(describeFault(error));

describe("What the log says of a fault", () => {
  test.each([
    ["the mapper, about an entity that is not whole", new ValidationError(`Value\n${MARKER}`)],
    [
      "the mapper, about a row that is not there",
      new NotFoundError(`User not found ({${MARKER}})`),
    ],
    ["a program", new TypeError(`Cannot read properties of ${MARKER}`)],
    ["a library, of many lines", new Error(`first\n    at ${MARKER} (/a.ts:1:1)\nlast`)],
    ["a library, that looks like a frame", new Error(`    at ${MARKER} (file:///a.ts:1:1)`)],
    ["a system call", Object.assign(new Error(MARKER), { code: "ECONNREFUSED" })],
    ["a server, in its code", Object.assign(new Error("x"), { code: `550 no user ${MARKER}` })],
    ["somebody who named it so", Object.assign(new Error("x"), { name: MARKER })],
    ["a statement", Object.assign(new Error(MARKER), { code: "23505", detail: MARKER })],
    ["several at once", new AggregateError([new Error(MARKER)], MARKER)],
    ["no error at all", MARKER],
  ])("of %s leaves out its words: they may be somebody's", (_, error) => {
    const wrapped = new Error(`while registering ${MARKER}`, { cause: error });
    expect(said(error)).not.toContain("marker");
    expect(said(wrapped)).not.toContain("marker");
  });

  test("is class, code and where it happened, causes too", () => {
    const cause = Object.assign(new TypeError(MARKER), { code: "UND_ERR_SOCKET" });
    expect(describeFault(new Error(MARKER, { cause }))).toMatchObject({
      type: "Error",
      frames: expect.arrayContaining([expect.stringMatching(/describe-fault\.test\.ts:\d+:\d+/)]),
      cause: { type: "TypeError", code: "UND_ERR_SOCKET" },
    });
    const unique = {
      code: "23505",
      constraint: "app_user_primary_email_unique",
      table: "app_user",
    };
    expect(describeFault(Object.assign(new Error(MARKER), unique))).toMatchObject(unique);
  });

  test("has the words of our own classes, which stand in the source", () => {
    expect(describeFault(new Refusal("NOT_FOUND"))).toMatchObject({
      type: "Refusal",
      code: "NOT_FOUND",
      message: "NOT_FOUND",
    });
    const fault = new BatchFault("A part of the batch failed", { cause: new Error(MARKER) });
    expect(describeFault(fault)).toMatchObject({ message: "A part of the batch failed" });
    expect(said(fault)).not.toContain("marker");
  });

  test("of a schema is the places, and no name that the schema does not declare", () => {
    const schema = z.strictObject({ list: z.array(z.record(z.string(), z.number())) });
    const { error } = schema.safeParse({ list: [{ [MARKER]: MARKER }] });
    expect(describeFault(error)).toEqual({
      type: "ZodError",
      issues: [{ path: ["list", 0, "?"], code: "invalid_type" }],
    });
  });

  test("ends, also where a fault is its own cause", () => {
    const fault = new Error(MARKER);
    fault.cause = fault;
    expect(said(fault).length).toBeLessThan(20_000);
  });
});
