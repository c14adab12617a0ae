import { describe, expect, test } from "@jest/globals";
import { NotFoundError, ValidationError } from "@mikro-orm/core";
import { z } from "zod";
import { BatchFault } from "../../activities/sync/admission/batch-fault.ts";
import { describeFault } from "../../api/http/describe-fault.ts";
import { Refusal } from "../../contract/refusal.ts";

const MARKER = "marker@example.com";
const described = (error: unknown) => JSON.stringify(describeFault(error));

describe("The log entry of a fault", () => {
  test.each([
    ["the mapper, about an incomplete entity", new ValidationError(`Value\n${MARKER}`)],
    ["the mapper, about a missing row", new NotFoundError(`User not found ({${MARKER}})`)],
    ["a program", new TypeError(`Cannot read properties of ${MARKER}`)],
    ["a library, in several lines", new Error(`first\n    at ${MARKER} (/a.ts:1:1)\nlast`)],
    ["a library, in the form of a stack frame", new Error(`    at ${MARKER} (file:///a.ts:1:1)`)],
    ["a system call", Object.assign(new Error(MARKER), { code: "ECONNREFUSED" })],
    ["a server, in its code", Object.assign(new Error("x"), { code: `550 no user ${MARKER}` })],
    ["a person who chose the name", Object.assign(new Error("x"), { name: MARKER })],
    ["a statement", Object.assign(new Error(MARKER), { code: "23505", detail: MARKER })],
    ["several faults at once", new AggregateError([new Error(MARKER)], MARKER)],
    ["a thrown value that is not an error", MARKER],
  ])("omits the message of %s, which may quote a person", (_, error) => {
    const wrapped = new Error(`while registering ${MARKER}`, { cause: error });
    expect(described(error)).not.toContain("marker");
    expect(described(wrapped)).not.toContain("marker");
  });

  test("contains class, code and place, including the causes", () => {
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

  test("contains the messages of our own classes, which are in the source", () => {
    expect(describeFault(new Refusal("NOT_FOUND"))).toMatchObject({
      type: "Refusal",
      code: "NOT_FOUND",
      message: "NOT_FOUND",
    });
    const fault = new BatchFault("A part of the batch failed", { cause: new Error(MARKER) });
    expect(describeFault(fault)).toMatchObject({ message: "A part of the batch failed" });
    expect(described(fault)).not.toContain("marker");
  });

  test("contains only the places of a schema's faults, without names that the schema does not declare", () => {
    const schema = z.strictObject({ list: z.array(z.record(z.string(), z.number())) });
    const { error } = schema.safeParse({ list: [{ [MARKER]: MARKER }] });
    expect(describeFault(error)).toEqual({
      type: "ZodError",
      issues: [{ path: ["list", 0, "?"], code: "invalid_type" }],
    });
  });

  test("ends, even if a fault is its own cause", () => {
    const fault = new Error(MARKER);
    fault.cause = fault;
    expect(described(fault).length).toBeLessThan(20_000);
  });
});
