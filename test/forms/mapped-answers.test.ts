import { expect, test } from "@jest/globals";
import { mappedAnswers, sharedAnswers } from "../../rules/forms/mapped-answers.ts";
import { INTAKE } from "../factories/forms/assigned-forms.ts";
import { formOf } from "../factories/forms/forms.ts";

test("Mapped answers are returned by the field that they fill, others not at all", () => {
  const answers = { goal: "Run", height: 172, pain: true, where: "Knee" };
  expect(mappedAnswers(INTAKE, answers)).toEqual({ goal: "Run", heightCm: 172 });
});

test.each([[{}], [{ goal: null, height: null }], [{ goal: "  ", birth: "" }]])(
  "%j maps nothing to the profile",
  (answers) => {
    expect(mappedAnswers(INTAKE, answers)).toEqual({});
  },
);

test.each([
  { operator: "EQUALS", value: 172 },
  { operator: "NOT_EQUALS", value: 172 },
  { operator: "ANSWERED", value: null },
] as const)(
  "A coach reads no answer to a question that $operator of a withheld one shows, nor to those that follow from it",
  (condition) => {
    const content = formOf(
      { kind: "NUMBER", unit: "cm", min: 1, max: 300, mapsTo: "heightCm" },
      { kind: "BOOLEAN", showIf: { questionId: "q1", ...condition } },
      { kind: "TEXT", showIf: { questionId: "q2", operator: "ANSWERED", value: null } },
      { kind: "TEXT" },
    );
    const answers = { q1: 172, q2: true, q3: "Tall", q4: "Hello" };
    expect(sharedAnswers(content, answers, ["heightCm"])).toEqual({
      answers: { q4: "Hello" },
      withheldQuestionIds: ["q1", "q2", "q3"],
    });
    expect(sharedAnswers(content, answers, ["goal"])).toEqual({ answers, withheldQuestionIds: [] });
  },
);
