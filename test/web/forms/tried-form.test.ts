import { describe, expect, test } from "@jest/globals";
import type { FormContent } from "../../../contract/forms/content-schema.ts";
import { newQuestion, withKind } from "../../../web/forms/draft/new-question.ts";
import { formSearch } from "../../../web/forms/form-search.ts";
import { formsSearch } from "../../../web/forms/forms-search.ts";
import { knownContent } from "../../../web/forms/known-content.ts";
import { tryForm } from "../../../web/forms/preview/tried-form.ts";

const pain = withKind({ ...newQuestion("pain"), label: "Pain?" }, "BOOLEAN");
const where = {
  ...newQuestion("where"),
  label: "Where?",
  required: true,
  showIf: { questionId: "pain", operator: "EQUALS" as const, value: true },
};
const form: FormContent = {
  sections: [{ sectionId: "s", title: "Week", intro: null, questions: [pain, where] }],
};

describe("the preview of a form", () => {
  test("a question with a condition appears with the answer it waits for, and is then required", () => {
    expect([...tryForm(form, {}).shown]).toEqual(["pain"]);
    const tried = tryForm(form, { pain: true });
    expect([...tried.shown]).toEqual(["pain", "where"]);
    expect([...tried.faults]).toEqual([["where", "required"]]);
  });

  test("the answer to a question that is hidden again is not sent", () => {
    const tried = tryForm(form, { pain: false, where: "Knee" });
    expect(tried.sent).toEqual({ pain: false });
    expect([tried.answered, tried.faults.size]).toEqual([1, 0]);
  });
});

describe("addresses and forms of a newer server", () => {
  test("the addresses keep known filters and numbers, and drop a typed search and anything else", () => {
    expect(formsSearch({ q: "pain", status: "DRAFT", kind: "OTHER" })).toEqual({ status: "DRAFT" });
    expect(formSearch({ view: "versions", version: 2, against: "1", q: "x" })).toEqual({
      view: "versions",
      version: 2,
    });
  });

  test("a form with a kind of question that this version does not know cannot be edited", () => {
    expect(knownContent(form)).toBe(form);
    const [section] = form.sections;
    const newer = {
      sections: [
        { ...section, sectionId: "s", title: "", intro: null, questions: [{ kind: "PHOTO" }] },
      ],
    };
    expect(knownContent(newer)).toBeNull();
  });
});
