import { describe, expect, test } from "@jest/globals";
import { NotFoundError, ValidationError } from "@mikro-orm/core";
import { describeFault } from "../../api/describe-fault.ts";

describe("What the log says of a fault", () => {
  test.each([
    [
      "an entity that is not whole",
      new ValidationError("Value for User.status is required\nmarker"),
    ],
    ["a row that is not there", new NotFoundError("User not found ({ primaryEmail: 'marker' })")],
  ])("of the mapper, about %s, leaves out its words: they carry values", (_, error) => {
    const said = describeFault(new Error("while registering", { cause: error }));
    expect(said).toMatchObject({ message: "while registering", cause: { type: error.name } });
    expect(JSON.stringify(said)).not.toContain("marker");
  });

  test("of ours has its words", () => {
    expect(describeFault(new Error("a reason"))).toMatchObject({ message: "a reason" });
  });
});
