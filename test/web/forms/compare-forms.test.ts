import { describe, expect, test } from "@jest/globals";
import type { FormContent, Question } from "../../../contract/forms/content-schema.ts";
import { newQuestion, withKind } from "../../../web/forms/draft/new-question.ts";
import { compareForms } from "../../../web/forms/versions/compare-forms.ts";

const asked = (
  id: string,
  changes: Partial<Pick<Question, "help" | "label" | "required">> = {},
) => ({
  ...newQuestion(id),
  label: id,
  ...changes,
});

const formOf = (...sections: readonly (readonly Question[])[]): FormContent => ({
  sections: sections.map((questions, index) => ({
    sectionId: `s${index}`,
    title: `Section ${index}`,
    intro: null,
    questions: [...questions],
  })),
});

describe("Comparing two versions of a form", () => {
  test("names added, changed and removed questions with their numbers, the removed ones last", () => {
    const before = formOf([asked("a"), asked("b")]);
    const after = formOf([asked("new"), asked("b", { label: "Better", required: true })]);
    expect(compareForms(before, after)).toEqual([
      { kind: "ADDED", questionId: "new", number: 1, label: "new" },
      {
        kind: "CHANGED",
        questionId: "b",
        number: 2,
        label: "Better",
        fields: [
          { field: "label", before: "b", after: "Better" },
          { field: "required", before: null, after: null },
        ],
      },
      { kind: "REMOVED", questionId: "a", number: 1, label: "a" },
    ]);
  });

  test("reports a moved question as one change, however many it passed", () => {
    const ids = ["a", "b", "c", "d"];
    const before = formOf(ids.map((id) => asked(id)));
    const after = formOf(["d", "a", "b", "c"].map((id) => asked(id)));
    expect(compareForms(before, after)).toEqual([
      {
        kind: "CHANGED",
        questionId: "d",
        number: 1,
        label: "d",
        fields: [{ field: "place", before: null, after: null }],
      },
    ]);
  });

  test("reports a question in another section as moved, and names a new section", () => {
    const before = formOf([asked("a"), asked("b")]);
    const after = formOf([asked("a")], [asked("b")]);
    expect(compareForms(before, after).map(({ kind }) => kind)).toEqual([
      "SECTION_ADDED",
      "CHANGED",
    ]);
  });

  test("reports another kind of question without the fields that only one of the kinds has", () => {
    const before = formOf([asked("a")]);
    const after = formOf([withKind(asked("a"), "SINGLE_CHOICE")]);
    const [change] = compareForms(before, after);
    expect(change?.kind === "CHANGED" && change.fields.map(({ field }) => field)).toEqual(["kind"]);
  });

  test("finds no change between equal versions, even with a hundred questions", () => {
    const form = formOf(Array.from({ length: 100 }, (_, index) => asked(`q${index}`)));
    expect(compareForms(form, structuredClone(form))).toEqual([]);
  });
});
