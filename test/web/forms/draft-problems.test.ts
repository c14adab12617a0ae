import { describe, expect, test } from "@jest/globals";
import type { Draft } from "../../../web/forms/draft/draft.ts";
import {
  draftProblems,
  nextProblem,
  readPointer,
  refusalsOf,
} from "../../../web/forms/draft/draft-problems.ts";
import { moveStep } from "../../../web/forms/draft/move-in-draft.ts";
import { newQuestion } from "../../../web/forms/draft/new-question.ts";

const draftOf = (...questions: Draft["content"]["sections"][number]["questions"]): Draft => ({
  title: "Check-in",
  content: { sections: [{ sectionId: "s", title: "Week", intro: null, questions }] },
});

const asked = (id: string) => ({ ...newQuestion(id), label: id });
/** A scale that ends before it begins. */
const wrongScale = (questionId: string) => ({
  ...asked(questionId),
  kind: "SCALE" as const,
  unit: null,
  min: 5,
  max: 1,
  lowLabel: null,
  highLabel: null,
});

const refusedLabel = {
  pointer: "/content/sections/0/questions/1/label",
  code: "too_small",
  message: "",
};

describe("the problems of a draft", () => {
  test("a refusal stands at its question, moves with it, and ends once the question changes", () => {
    const sent = draftOf(asked("a"), newQuestion("b"));
    const refusals = refusalsOf(sent, [refusedLabel]);
    const problem = { field: "label", code: "too_small" };
    expect(draftProblems(sent, refusals)).toEqual([
      { ...problem, place: { section: 0, question: 1 } },
    ]);
    const moved = moveStep(sent.content, { section: 0, question: 1 }, -1);
    expect(draftProblems({ ...sent, content: moved?.content ?? sent.content }, refusals)).toEqual([
      { ...problem, place: { section: 0, question: 0 } },
    ]);
    expect(draftProblems(draftOf(asked("a"), asked("b")), refusals)).toEqual([]);
  });

  test("a refused title counts for the form as a whole until the title changes", () => {
    const sent = { ...draftOf(asked("a")), title: "" };
    const refusals = refusalsOf(sent, [{ pointer: "/title", code: "too_small", message: "" }]);
    expect(draftProblems(sent, refusals)).toEqual([
      { place: null, field: "title", code: "too_small" },
    ]);
    expect(draftProblems({ ...sent, title: "Week" }, refusals)).toEqual([]);
  });

  test("what would prevent publishing is named before anything is sent, by the server's rule", () => {
    const later = {
      ...asked("a"),
      showIf: { questionId: "b", operator: "ANSWERED" as const, value: null },
    };
    expect(draftProblems(draftOf(later, wrongScale("b")), [])).toEqual([
      {
        place: { section: 0, question: 0 },
        field: "showIf/questionId",
        code: "no_earlier_question",
      },
      { place: { section: 0, question: 1 }, field: "max", code: "empty_range" },
    ]);
  });

  test("the next problem follows the chosen place, and after the last comes the first", () => {
    const draft = draftOf(wrongScale("a"), asked("b"), wrongScale("c"));
    const problems = draftProblems(draft, []);
    const from = (question: number, field = "") =>
      nextProblem(draft, problems, { place: { section: 0, question }, field })?.place?.question;
    expect([from(0), from(0, "max"), from(1), from(2, "max")]).toEqual([0, 2, 2, 0]);
  });

  test("a pointer names the section, the question and the field, or the form", () => {
    expect(readPointer("/content/sections/2/questions/11/options/1/label")).toEqual({
      place: { section: 2, question: 11 },
      field: "options/1/label",
    });
    expect(readPointer("/content/sections/2/title").place).toEqual({ section: 2, question: null });
    expect(readPointer("/title")).toEqual({ place: null, field: "title" });
  });
});
