import type { FormContent, Question } from "../../../contract/forms/content-schema.ts";
import {
  type Draft,
  FIRST_PLACE,
  type Place,
  type Section,
  isSamePlace,
  placesOf,
} from "./draft.ts";
import { type Moved, moveQuestion, moveStep } from "./move-in-draft.ts";
import { newQuestion, newSection } from "./new-question.ts";

/**
 * Applies an edit to a draft. Each edit can be undone; edits of one field in sequence are undone together. Parts that
 * an edit does not touch keep their identity, so that only changed rows are drawn again.
 */
export function editDraft(state: DraftState, edit: DraftEdit): DraftState {
  const { draft, chosen } = state;
  switch (edit.kind) {
    case "CHOOSE":
      return { ...state, chosen: edit.place, mark: null };
    case "STEP":
      return { ...state, chosen: stepFrom(draft.content, chosen, edit.step), mark: null };
    case "TITLE":
      return changed(state, { ...draft, title: edit.title }, { mark: "title" });
    case "SECTION":
      return changeContent(state, withSection(draft, chosen, edit.section), edit.field);
    case "QUESTION":
      return changeContent(state, withQuestion(draft, chosen, edit.question), edit.field);
    case "ADD_QUESTION":
      return addQuestion(state, edit.questionId);
    case "ADD_SECTION":
      return addSection(state, edit);
    case "REMOVE":
      return remove(state);
    case "MOVE":
      return moved(state, moveStep(draft.content, chosen, edit.step));
    case "MOVE_TO":
      return moved(state, moveQuestion(draft.content, edit.from, edit.to));
    case "UNDO":
      return undone(state);
    case "SHOW":
      return changed(state, edit.draft, { chosen: placeIn(edit.draft, state.chosen) });
    case "REPLACE":
      return openDraft(edit.draft);
  }
}

/** The state of an editor that has just opened a draft. */
export const openDraft = (draft: Draft): DraftState => ({
  draft,
  chosen: FIRST_PLACE,
  past: [],
  mark: null,
});

/** A draft under edit. */
export interface DraftState {
  readonly draft: Draft;
  readonly chosen: Place;
  /** The states before, oldest first. */
  readonly past: readonly Pick<DraftState, "chosen" | "draft">[];
  /** Names the field that was edited last, if the next edit of it is undone with it. */
  readonly mark: string | null;
}

export type DraftEdit =
  | { readonly kind: "CHOOSE"; readonly place: Place }
  | { readonly kind: "STEP"; readonly step: -1 | 1 }
  | { readonly kind: "TITLE"; readonly title: string }
  | { readonly kind: "SECTION"; readonly section: Section; readonly field: string }
  | { readonly kind: "QUESTION"; readonly question: Question; readonly field: string }
  | { readonly kind: "ADD_QUESTION"; readonly questionId: string }
  | { readonly kind: "ADD_SECTION"; readonly sectionId: string; readonly questionId: string }
  | { readonly kind: "REMOVE" }
  | { readonly kind: "MOVE"; readonly step: -1 | 1 }
  | { readonly kind: "MOVE_TO"; readonly from: Place; readonly to: Place }
  | { readonly kind: "UNDO" }
  /** Another draft of the form, which undo takes back. */
  | { readonly kind: "SHOW"; readonly draft: Draft }
  | { readonly kind: "REPLACE"; readonly draft: Draft };

const STEPS_KEPT = 100;

function changed(
  state: DraftState,
  draft: Draft,
  { mark = null, chosen = state.chosen }: Partial<Pick<DraftState, "chosen" | "mark">> = {},
): DraftState {
  const isContinued = mark !== null && mark === state.mark;
  const before = { draft: state.draft, chosen: state.chosen };
  const past = isContinued ? state.past : [...state.past, before].slice(-STEPS_KEPT);
  return { draft, chosen, past, mark };
}

function changeContent(state: DraftState, content: FormContent, field: string): DraftState {
  const { section, question } = state.chosen;
  const mark = `${section}/${question ?? ""}/${field}`;
  return changed(state, { ...state.draft, content }, { mark });
}

function undone(state: DraftState): DraftState {
  const before = state.past.at(-1);
  return before === undefined ? state : { ...before, past: state.past.slice(0, -1), mark: null };
}

function stepFrom(content: FormContent, from: Place, step: -1 | 1): Place {
  const places = placesOf(content);
  const at = places.findIndex((place) => isSamePlace(place, from));
  return places[Math.min(places.length - 1, Math.max(0, at + step))] ?? from;
}

/** The place if the draft has it, else the first one. */
function placeIn({ content }: Draft, chosen: Place): Place {
  return placesOf(content).some((place) => isSamePlace(place, chosen)) ? chosen : FIRST_PLACE;
}

const withSection = ({ content }: Draft, { section }: Place, next: Section): FormContent => ({
  sections: content.sections.map((own, index) => (index === section ? next : own)),
});

function withQuestion(draft: Draft, place: Place, next: Question): FormContent {
  const section = draft.content.sections[place.section];
  if (section === undefined) return draft.content;
  const questions = section.questions.map((own, index) => (index === place.question ? next : own));
  return withSection(draft, place, { ...section, questions });
}

/** A new question stands below the chosen one, or on top of the chosen section. */
function addQuestion(state: DraftState, questionId: string): DraftState {
  const { draft, chosen } = state;
  const section = draft.content.sections[chosen.section];
  if (section === undefined) return state;
  const question = (chosen.question ?? -1) + 1;
  const questions = section.questions.toSpliced(question, 0, newQuestion(questionId));
  const content = withSection(draft, chosen, { ...section, questions });
  return changed(state, { ...draft, content }, { chosen: { section: chosen.section, question } });
}

function addSection(
  state: DraftState,
  { sectionId, questionId }: Extract<DraftEdit, { kind: "ADD_SECTION" }>,
): DraftState {
  const { draft, chosen } = state;
  const section = chosen.section + 1;
  const added = newSection(sectionId, questionId);
  const content = { sections: draft.content.sections.toSpliced(section, 0, added) };
  return changed(state, { ...draft, content }, { chosen: { section, question: null } });
}

/** Removes the chosen question, or the chosen section with its questions. A form keeps one section. */
function remove(state: DraftState): DraftState {
  const { draft, chosen } = state;
  const { sections } = draft.content;
  const section = sections[chosen.section];
  if (section === undefined) return state;
  if (chosen.question === null) {
    if (sections.length === 1) return state;
    const content = { sections: sections.toSpliced(chosen.section, 1) };
    const next = { section: Math.max(0, chosen.section - 1), question: null };
    return changed(state, { ...draft, content }, { chosen: next });
  }
  const questions = section.questions.toSpliced(chosen.question, 1);
  const content = withSection(draft, chosen, { ...section, questions });
  const question = questions.length === 0 ? null : Math.min(chosen.question, questions.length - 1);
  return changed(state, { ...draft, content }, { chosen: { ...chosen, question } });
}

function moved(state: DraftState, move: Moved | null): DraftState {
  if (move === null) return state;
  return changed(state, { ...state.draft, content: move.content }, { chosen: move.place });
}
