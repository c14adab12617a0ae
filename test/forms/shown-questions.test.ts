import { describe, expect, test } from "@jest/globals";
import type { Answers, Condition } from "../../contract/forms/content-schema.ts";
import { shownQuestions } from "../../rules/forms/shown-questions.ts";
import { type SentQuestion, formOf, optionsOf } from "../factories/forms/forms.ts";

const options = optionsOf("red", "green");

describe("A question is shown if the answer to an earlier one", () => {
  test.each<[string, SentQuestion, Condition["value"], Answers]>([
    ["is the text, with any space around it", { kind: "TEXT" }, "Knee", { q1: " Knee " }],
    ["is the number", { kind: "NUMBER" }, 3, { q1: 3 }],
    ["is the option", { kind: "SINGLE_CHOICE", options }, "red", { q1: "red" }],
    [
      "has the option among others",
      { kind: "MULTI_CHOICE", options },
      "red",
      { q1: ["green", "red"] },
    ],
    ["is no", { kind: "BOOLEAN" }, false, { q1: false }],
    ["is the day", { kind: "DATE" }, "2024-05-01", { q1: "2024-05-01" }],
    ["is the scale point", { kind: "SCALE", min: 1, max: 5 }, 5, { q1: 5 }],
  ])("%s", (...[, question, value, answers]) => {
    expect(showsWith(question, { operator: "EQUALS", value }, answers)).toBe(true);
    expect(showsWith(question, { operator: "NOT_EQUALS", value }, answers)).toBe(false);
  });

  test.each<[string, SentQuestion, Condition["value"], Answers]>([
    ["another text", { kind: "TEXT" }, "Knee", { q1: "knee" }],
    ["another number", { kind: "NUMBER" }, 3, { q1: 4 }],
    ["other options", { kind: "MULTI_CHOICE", options }, "red", { q1: ["green"] }],
    ["is empty: an unanswered question equals nothing", { kind: "BOOLEAN" }, false, {}],
    ["taken back", { kind: "BOOLEAN" }, false, { q1: null }],
    ["is of another kind, which is not an answer", { kind: "NUMBER" }, 3, { q1: "3" }],
  ])("matches, but not if it %s", (...[, question, value, answers]) => {
    expect(showsWith(question, { operator: "EQUALS", value }, answers)).toBe(false);
    expect(showsWith(question, { operator: "NOT_EQUALS", value }, answers)).toBe(true);
  });

  test.each<[string, Answers, boolean]>([
    ["is there", { q1: "x" }, true],
    ["is missing", {}, false],
    ["is blank", { q1: "  " }, false],
    ["is of another kind", { q1: 7 }, false],
  ])("exists at all, unless it %s", (_name, answers, shown) => {
    const condition = { operator: "ANSWERED", value: null } as const;
    expect(showsWith({ kind: "TEXT" }, condition, answers)).toBe(shown);
  });
});

test("A question whose condition names a hidden one is hidden, whatever was answered there", () => {
  const form = formOf(
    { kind: "BOOLEAN" },
    { kind: "BOOLEAN", showIf: { questionId: "q1", operator: "EQUALS", value: true } },
    { kind: "TEXT", showIf: { questionId: "q2", operator: "NOT_EQUALS", value: true } },
    { kind: "TEXT" },
  );
  expect([...shownQuestions(form, { q1: false, q2: false })]).toEqual(["q1", "q4"]);
  expect([...shownQuestions(form, { q1: true, q2: false })]).toEqual(["q1", "q2", "q3", "q4"]);
});

function showsWith(
  question: SentQuestion,
  condition: Omit<Condition, "questionId">,
  answers: Answers,
) {
  const form = formOf(question, { kind: "TEXT", showIf: { questionId: "q1", ...condition } });
  return shownQuestions(form, answers).has("q2");
}
