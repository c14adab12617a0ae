import { expect, test } from "@jest/globals";
import { editDraft, openDraft } from "../../../web/forms/draft/edit-draft.ts";
import { isFormEdits } from "../../../web/forms/draft/form-edits.ts";
import { newQuestion, newSection, withKind } from "../../../web/forms/draft/new-question.ts";

const section = newSection("s1", "q1");
const choice = withKind(newQuestion("q2"), "SINGLE_CHOICE");
const draft = {
  title: "",
  content: { sections: [{ ...section, questions: [...section.questions, choice] }] },
};

test("a kept draft with empty questions is restored, and one of another form is not", () => {
  expect(isFormEdits(JSON.parse(JSON.stringify({ revision: 2, draft })))).toBe(true);
  const questions = (...list: readonly unknown[]) => ({
    revision: 2,
    draft: { ...draft, content: { sections: [{ ...section, questions: list }] } },
  });
  for (const other of [
    { draft },
    { revision: 2, draft: { title: "A", content: { sections: "none" } } },
    questions({ ...newQuestion("q1"), kind: "NEW" }),
    questions({ ...choice, options: undefined }),
    questions({ ...newQuestion("q1"), label: null }),
    questions({ ...newQuestion("q1"), mapsTo: "NEW" }),
    null,
  ])
    expect(isFormEdits(other)).toBe(false);
});

test("undo takes back a draft that was restored, and the chosen question stays if the draft has it", () => {
  const opened = openDraft({ title: "Week", content: { sections: [section] } });
  const shown = editDraft(opened, { kind: "SHOW", draft });
  expect([shown.draft, shown.chosen]).toEqual([draft, opened.chosen]);
  expect(editDraft(shown, { kind: "UNDO" }).draft).toBe(opened.draft);
  const below = { ...shown, chosen: { section: 0, question: 1 } };
  const back = editDraft(below, { kind: "SHOW", draft: opened.draft });
  expect(back.chosen).toEqual({ section: 0, question: 0 });
});
