import type { FormContent, Question } from "../../../contract/forms/content-schema.ts";
import { isAlike } from "../../drafts/is-alike.ts";

/** A form as it is edited: with its title and its questions, which may still have faults. */
export interface Draft {
  readonly title: string;
  readonly content: FormContent;
}

/** A place in a form: a question of a section, or the section itself. */
export interface Place {
  readonly section: number;
  /** Null for the section. */
  readonly question: number | null;
}

export type Section = FormContent["sections"][number];

export const FIRST_PLACE: Place = { section: 0, question: 0 };

/** The section at a place; undefined if the form has none there. */
export const sectionAt = ({ content }: Draft, { section }: Place): Section | undefined =>
  content.sections[section];

/** The question at a place; undefined if that place is a section, or does not exist. */
export const questionAt = (draft: Draft, place: Place): Question | undefined =>
  place.question === null ? undefined : sectionAt(draft, place)?.questions[place.question];

/** Every place of a form from the top: each section before its questions. */
export function placesOf({ sections }: FormContent): readonly Place[] {
  return sections.flatMap(({ questions }, section) => [
    { section, question: null },
    ...questions.map((_, question) => ({ section, question })),
  ]);
}

/** The questions above a place, with the numbers that readers see. */
export function questionsBefore({ content }: Draft, place: Place): readonly NumberedQuestion[] {
  const all = content.sections.flatMap(({ questions }, section) =>
    questions.map((question, index) => ({ question, place: { section, question: index } })),
  );
  return all
    .map(({ question, place: at }, index) => ({ question, at, number: index + 1 }))
    .filter(({ at }) => isBefore(at, place))
    .map(({ question, number }) => ({ question, number }));
}

export interface NumberedQuestion {
  readonly question: Question;
  readonly number: number;
}

/** How many questions stand above a section. */
export const questionsAbove = ({ sections }: FormContent, section: number): number =>
  sections.slice(0, section).reduce((sum, { questions }) => sum + questions.length, 0);

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.section === other.section && one.question === other.question;

/** True if two drafts would be saved alike. */
export const isSameDraft = (one: Draft, other: Draft): boolean => isAlike(one, other);

const isBefore = (one: Place, other: Place): boolean =>
  one.section === other.section
    ? (one.question ?? -1) < (other.question ?? -1)
    : one.section < other.section;
