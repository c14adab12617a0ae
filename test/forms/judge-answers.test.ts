import { describe, expect, test } from "@jest/globals";
import type { Answer } from "../../contract/forms/content-schema.ts";
import { ANSWER_FAULTS, FORM_LIMITS, QUESTION_KINDS } from "../../contract/forms/vocabulary.ts";
import { judgeAnswers } from "../../rules/forms/judge-answers.ts";
import { type SentQuestion, formOf, optionsOf } from "../factories/forms/forms.ts";

const { textAnswerLength, longTextAnswerLength } = FORM_LIMITS;
const options = optionsOf("red", "green", "blue");

const text: SentQuestion = { kind: "TEXT" };
const longText: SentQuestion = { kind: "LONG_TEXT" };
const weight: SentQuestion = { kind: "NUMBER", unit: "kg", min: 30, max: 300, decimals: 1 };
const single: SentQuestion = { kind: "SINGLE_CHOICE", options };
const multi: SentQuestion = { kind: "MULTI_CHOICE", options, minChoices: 1, maxChoices: 2 };
const yesNo: SentQuestion = { kind: "BOOLEAN" };
const date: SentQuestion = { kind: "DATE", min: "2024-01-01", max: "2024-12-31" };
const scale: SentQuestion = { kind: "SCALE", min: 1, max: 10 };

describe("A submission is accepted with", () => {
  test.each<[string, SentQuestion, Answer]>([
    ["a line of text", text, "Run a marathon"],
    ["text of the full length", text, "a".repeat(textAnswerLength)],
    ["long text of the full length", longText, "a".repeat(longTextAnswerLength)],
    ["the smallest number", weight, 30],
    ["the largest number", weight, 300],
    ["a number with as many decimals as allowed", weight, 81.5],
    ["a number for a question without bounds", { kind: "NUMBER" }, -1e9],
    ["one of the options", single, "green"],
    ["several of the options, in any order", multi, ["blue", "red"]],
    ["yes", yesNo, true],
    ["a no, which is an answer", { ...yesNo, required: true }, false],
    ["the first day", date, "2024-01-01"],
    ["a leap day", date, "2024-02-29"],
    ["the lowest point", scale, 1],
    ["the highest point", scale, 10],
    ["nothing if nothing is required", weight, null],
    ["blank text if nothing is required", text, " "],
    ["a day that was cleared", date, ""],
    [
      "no choice at all, even if at least two are required when answered",
      { ...multi, minChoices: 2 },
      [],
    ],
  ])("%s", (_name, question, answer) => {
    expect(judgeOne(question, answer, "SUBMISSION")).toEqual([]);
    expect(judgeOne(question, answer, "DRAFT")).toEqual([]);
  });
});

describe("A submission is refused with", () => {
  test.each<[string, string, SentQuestion, Answer]>([
    ["required", "no answer", { ...text, required: true }, null],
    ["required", "blank text", { ...longText, required: true }, " \n"],
    ["required", "no choice", { ...multi, required: true }, []],
    ["too_small", "a number below the range", weight, 29.9],
    ["too_big", "a number above the range", weight, 300.1],
    ["not_a_step", "more decimals than allowed", weight, 80.55],
    ["not_a_step", "half a point of a scale", scale, 5.5],
    ["too_small", "a point below the scale", scale, 0],
    ["too_big", "a point above the scale", scale, 11],
    ["too_small", "a day before the range", date, "2023-12-31"],
    ["too_big", "a day after the range", date, "2025-01-01"],
    ["too_small", "fewer choices than required", { ...multi, minChoices: 2 }, ["red"]],
    ["too_big", "more choices than allowed", multi, ["red", "green", "blue"]],
  ])("%s: %s; a draft may contain it", (...[code, , question, answer]) => {
    expect(judgeOne(question, answer, "SUBMISSION")).toEqual([code]);
    expect(judgeOne(question, answer, "DRAFT")).toEqual([]);
  });

  test.each<[string, string, SentQuestion, Answer]>([
    ["too_long", "text", text, "a".repeat(textAnswerLength + 1)],
    ["too_long", "long text", longText, "a".repeat(longTextAnswerLength + 1)],
    ["unknown_option", "an unknown option", single, "black"],
    ["unknown_option", "one unknown option among several", multi, ["red", "black"]],
    ["duplicate_option", "an option named twice", multi, ["red", "red"]],
    ["invalid_type", "a number written as text", weight, "80"],
    ["invalid_type", "text that is a number", text, 80],
    ["invalid_type", "one choice given as several", single, ["red"]],
    ["invalid_type", "several choices given as one", multi, "red"],
    ["invalid_type", "an empty value of another kind", text, []],
    ["invalid_type", "yes written as text", yesNo, "true"],
    ["invalid_type", "a day that does not exist", date, "2024-02-30"],
    ["invalid_type", "a day in the year 0", date, "0000-01-01"],
    ["invalid_type", "a day with a time", date, "2024-02-03T00:00:00Z"],
    ["invalid_type", "a scale point given as yes", scale, true],
    ["invalid_type", "a number that is not finite", weight, Number.NaN],
  ])("%s: %s; so is a draft", (...[code, , question, answer]) => {
    expect(judgeOne(question, answer, "SUBMISSION")).toEqual([code]);
    expect(judgeOne(question, answer, "DRAFT")).toEqual([code]);
  });

  test("an answer of another form, for every kind", () => {
    const kinds = [text, longText, weight, single, multi, yesNo, date, scale];
    expect(kinds.map(({ kind }) => kind)).toEqual(QUESTION_KINDS);
    const wrong: Record<string, readonly Answer[]> = {
      string: [1, true, ["red"]],
      number: ["1", true, ["red"]],
      boolean: ["true", 1, ["red"]],
      object: ["red", 1, true],
    };
    const good: readonly Answer[] = ["a", "a", 40, "red", ["red"], true, "2024-05-01", 3];
    for (const [index, question] of kinds.entries()) {
      for (const answer of wrong[typeof good[index]] ?? []) {
        expect(judgeOne(question, answer, "DRAFT")).toEqual(["invalid_type"]);
      }
    }
  });
});

describe("A hidden question", () => {
  const form = formOf(
    { kind: "BOOLEAN" },
    { kind: "TEXT", required: true, showIf: { questionId: "q1", operator: "EQUALS", value: true } },
    {
      kind: "TEXT",
      required: true,
      showIf: { questionId: "q2", operator: "ANSWERED", value: null },
    },
  );

  test("requires no answer", () => {
    expect(judgeAnswers(form, { q1: false }, "SUBMISSION")).toEqual([]);
  });

  test("with an answer is named in a refused submission; a draft may keep it", () => {
    const answers = { q1: false, q2: "Knee", q3: "Left" };
    expect(judgeAnswers(form, answers, "SUBMISSION")).toEqual([
      { questionId: "q2", code: "not_shown" },
      { questionId: "q3", code: "not_shown" },
    ]);
    expect(judgeAnswers(form, answers, "DRAFT")).toEqual([]);
  });

  test("with a cleared answer counts as unanswered", () => {
    expect(judgeAnswers(form, { q1: false, q2: null, q3: "" }, "SUBMISSION")).toEqual([]);
  });

  test("is validated like any other once it is shown", () => {
    expect(judgeAnswers(form, { q1: true, q2: "Knee" }, "SUBMISSION")).toEqual([
      { questionId: "q3", code: "required" },
    ]);
  });
});

describe("An unknown question id", () => {
  test.each(["DRAFT", "SUBMISSION"] as const)(
    "is refused in a %s, even without an answer",
    (mode) => {
      const answers = { q1: "x", q9: null, constructor: "y" };
      expect(judgeAnswers(formOf(text), answers, mode)).toEqual([
        { questionId: "q9", code: "unknown_question" },
        { questionId: "constructor", code: "unknown_question" },
      ]);
    },
  );

  test("is unknown even if it is the name of an object's built-in property", () => {
    const form = formOf({ kind: "TEXT", questionId: "constructor", required: true });
    expect(judgeAnswers(form, {}, "SUBMISSION")).toEqual([
      { questionId: "constructor", code: "required" },
    ]);
  });
});

test("Faults are in the order of the form, one per question, then the unknown ids", () => {
  const form = formOf({ ...weight, required: true }, single, { ...text, required: true });
  const answers = { q7: 1, q2: "black", q1: 12.345 };
  const faults = judgeAnswers(form, answers, "SUBMISSION");
  expect(faults.map(({ questionId, code }) => `${questionId} ${code}`)).toEqual([
    "q1 not_a_step",
    "q2 unknown_option",
    "q3 required",
    "q7 unknown_question",
  ]);
  expect(ANSWER_FAULTS).toEqual(expect.arrayContaining(faults.map(({ code }) => code)));
});

function judgeOne(question: SentQuestion, answer: Answer, mode: "DRAFT" | "SUBMISSION") {
  return judgeAnswers(formOf(question), { q1: answer }, mode).map(({ code }) => code);
}
