import { describe, expect, test } from "@jest/globals";
import {
  type DraftEdit,
  type DraftState,
  editDraft,
  openDraft,
} from "../../../web/forms/draft/edit-draft.ts";
import { questionAt } from "../../../web/forms/draft/draft.ts";
import { newQuestion, withKind } from "../../../web/forms/draft/new-question.ts";

const form = (...sections: readonly (readonly string[])[]): DraftState =>
  openDraft({
    title: "Check-in",
    content: {
      sections: sections.map((ids, index) => ({
        sectionId: `s${index}`,
        title: `Section ${index}`,
        intro: null,
        questions: ids.map((id) => ({ ...newQuestion(id), label: id })),
      })),
    },
  });

const after = (state: DraftState, ...edits: readonly DraftEdit[]): DraftState =>
  edits.reduce(editDraft, state);

const idsOf = ({ draft }: DraftState) =>
  draft.content.sections.map(({ questions }) => questions.map(({ questionId }) => questionId));

const choose = (section: number, question: number | null): DraftEdit => ({
  kind: "CHOOSE",
  place: { section, question },
});

const label = (state: DraftState, text: string): DraftEdit => {
  const question = questionAt(state.draft, state.chosen);
  if (question === undefined) throw new Error("No question is chosen.");
  return { kind: "QUESTION", question: { ...question, label: text }, field: "label" };
};

describe("the draft of a form under edit", () => {
  test("a new question stands below the chosen one and is chosen", () => {
    const state = after(form(["a", "b"]), { kind: "ADD_QUESTION", questionId: "new" });
    expect(idsOf(state)).toEqual([["a", "new", "b"]]);
    expect(state.chosen).toEqual({ section: 0, question: 1 });
  });

  test("a question that leaves its section at an edge enters the one beside it, and stays chosen", () => {
    const down = after(form(["a", "b"], ["c"]), choose(0, 1), { kind: "MOVE", step: 1 });
    expect(idsOf(down)).toEqual([["a"], ["b", "c"]]);
    expect(down.chosen).toEqual({ section: 1, question: 0 });
    const back = after(down, { kind: "MOVE", step: -1 });
    expect(idsOf(back)).toEqual([["a", "b"], ["c"]]);
  });

  test("at the ends of the form nothing moves", () => {
    const first = form(["a"], ["b"]);
    expect(after(first, { kind: "MOVE", step: -1 })).toBe(first);
    const last = after(first, choose(1, null));
    expect(after(last, { kind: "MOVE", step: 1 })).toBe(last);
  });

  test("a dragged question takes the place that it is dropped on", () => {
    const edit: DraftEdit = {
      kind: "MOVE_TO",
      from: { section: 0, question: 0 },
      to: { section: 0, question: 2 },
    };
    expect(idsOf(after(form(["a", "b", "c"]), edit))).toEqual([["b", "c", "a"]]);
  });

  test("typing in one field is undone as a whole, and a question that nobody touched keeps its identity", () => {
    const opened = form(["a", "b"]);
    const one = after(opened, label(opened, "W"));
    const two = after(one, label(one, "Wo"));
    expect(two.draft.content.sections[0]?.questions[1]).toBe(
      opened.draft.content.sections[0]?.questions[1],
    );
    expect(after(two, { kind: "UNDO" }).draft).toBe(opened.draft);
  });

  test("a removed question gives its choice to the next, and the last section cannot be removed", () => {
    const state = after(form(["a", "b"]), { kind: "REMOVE" });
    expect(idsOf(state)).toEqual([["b"]]);
    expect(state.chosen).toEqual({ section: 0, question: 0 });
    const section = after(state, choose(0, null));
    expect(after(section, { kind: "REMOVE" })).toBe(section);
  });

  test("arrows go through sections and questions, and stop at the ends", () => {
    const down: DraftEdit = { kind: "STEP", step: 1 };
    const state = after(form(["a"], ["b"]), down);
    expect(state.chosen).toEqual({ section: 1, question: null });
    expect(after(state, down, down, down).chosen).toEqual({ section: 1, question: 0 });
  });
});

describe("another kind of question", () => {
  const asked = { ...newQuestion("q"), label: "Pain?", required: true, mapsTo: "goal" as const };

  test("keeps words and whether it is required, and forgets the profile field of the other kind", () => {
    expect(withKind(asked, "BOOLEAN")).toEqual({
      ...asked,
      kind: "BOOLEAN",
      mapsTo: null,
    });
  });

  test("keeps the options from one choice to several, and starts with two", () => {
    const one = withKind(asked, "SINGLE_CHOICE");
    const many = withKind(one, "MULTI_CHOICE");
    expect("options" in one && one.options.length).toBe(2);
    expect("options" in many && "options" in one && many.options).toBe(
      "options" in one && one.options,
    );
  });
});
