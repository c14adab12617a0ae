import { expect, test } from "@jest/globals";
import { mappedAnswers } from "../../rules/forms/mapped-answers.ts";
import { INTAKE } from "../factories/forms/assigned-forms.ts";

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
