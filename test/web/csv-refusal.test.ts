import { expect, test } from "@jest/globals";
import { Problem } from "../../web/api/problem.ts";
import { csvRefusal } from "../../web/onboarding/csv-refusal.ts";
import { consoleTexts } from "./plans/console-texts.ts";

const texts = consoleTexts("en");
const refused = (pointer: string) =>
  new Problem({
    code: "VALIDATION_FAILED",
    status: 400,
    requestId: null,
    errors: [{ pointer, code: "columns", message: "" }],
  });

test("a file that is no list of people is refused with the shape that it should have", () => {
  expect(csvRefusal(texts, refused("/csv"))).toBe(
    "This is not a CSV of at most 200 people with the columns email, phone and name.",
  );
});

test("any other refusal of a file keeps its own sentence", () => {
  expect(csvRefusal(texts, refused("/other"))).not.toMatch(/CSV/);
});
