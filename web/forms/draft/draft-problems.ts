import type { Question } from "../../../contract/forms/content-schema.ts";
import { judgeContent } from "../../../rules/forms/judge-content.ts";
import type { FieldProblem } from "../../api/problem.ts";
import { type Draft, type Place, isSamePlace, placesOf, questionAt, sectionAt } from "./draft.ts";

/**
 * Problems of a draft in the order of the form. Some are refusals of the server whose place has not changed. The others
 * would prevent publishing, by the server's own rule.
 */
export function draftProblems(draft: Draft, refusals: readonly Refusal[]): readonly DraftProblem[] {
  const refused = refusals.flatMap((refusal) => {
    const place = placeNow(draft, refusal);
    return place === undefined ? [] : [{ place, field: refusal.field, code: refusal.code }];
  });
  const known = new Set(refused.map(nameOf));
  const faults = judgeContent(draft.content)
    .map(({ pointer, code }) => ({ ...readPointer(`/content${pointer}`), code }))
    .filter((fault) => !known.has(nameOf(fault)));
  const order = placesOf(draft.content);
  const rankOf = ({ place }: DraftProblem) =>
    place === null ? -1 : order.findIndex((other) => isSamePlace(other, place));
  return [...refused, ...faults].toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Something that the draft cannot be saved or published with. */
export interface DraftProblem {
  /** Null for the form as a whole. */
  readonly place: Place | null;
  /** The faulty field of the question, the section or the form, such as `label` or `options/1/label`. */
  readonly field: string;
  readonly code: string;
}

/** Binds the refused parts of a draft that was sent to these parts: a refusal moves with its question. */
export function refusalsOf(sent: Draft, errors: readonly FieldProblem[]): readonly Refusal[] {
  return errors.map(({ pointer, code }) => {
    const { place, field } = readPointer(pointer);
    return { field, code, target: targetAt(sent, place) };
  });
}

/** A refused part of a draft. It counts until that part changes. */
export interface Refusal {
  readonly field: string;
  readonly code: string;
  readonly target: Target;
}

type Target =
  | { readonly kind: "FORM"; readonly face: string }
  | { readonly kind: "SECTION"; readonly sectionId: string; readonly face: string }
  | { readonly kind: "QUESTION"; readonly question: Question };

/** The problem after a place, in the order of the form; the first one after the last. */
export function nextProblem(
  draft: Draft,
  problems: readonly DraftProblem[],
  { place, field }: Pick<DraftProblem, "field" | "place">,
): DraftProblem | null {
  const at = problems.findIndex((problem) => nameOf(problem) === nameOf({ place, field }));
  if (at >= 0) return problems[(at + 1) % problems.length] ?? null;
  const order = placesOf(draft.content);
  const rank = place === null ? -1 : order.findIndex((other) => isSamePlace(other, place));
  const later = problems.find(
    (problem) =>
      problem.place !== null &&
      order.findIndex((other) => problem.place && isSamePlace(other, problem.place)) >= rank,
  );
  return later ?? problems[0] ?? null;
}

/** Reads a JSON pointer into the body that saves a draft. */
export function readPointer(pointer: string): Pick<DraftProblem, "field" | "place"> {
  const found = PLACE.exec(pointer);
  if (found === null) return { place: null, field: pointer.replace(/^\//, "") };
  const [, section, question, field = ""] = found;
  return {
    place: {
      section: Number(section),
      question: question === undefined ? null : Number(question),
    },
    field,
  };
}

const PLACE = /^\/content\/sections\/(\d+)(?:\/questions\/(\d+))?(?:\/(.*))?$/;

const nameOf = ({ place, field }: Pick<DraftProblem, "field" | "place">): string =>
  `${place?.section ?? ""}/${place?.question ?? ""}/${field}`;

function targetAt(sent: Draft, place: Place | null): Target {
  const section = place === null ? undefined : sectionAt(sent, place);
  if (place === null || section === undefined) return { kind: "FORM", face: faceOfForm(sent) };
  const question = questionAt(sent, place);
  if (question !== undefined) return { kind: "QUESTION", question };
  return { kind: "SECTION", sectionId: section.sectionId, face: faceOf(section) };
}

/** Where the refused part is now; undefined if it has changed or is gone. */
function placeNow(draft: Draft, { target }: Refusal): Place | null | undefined {
  if (target.kind === "FORM") return faceOfForm(draft) === target.face ? null : undefined;
  return placesOf(draft.content).find((place) => {
    if (target.kind === "QUESTION") return questionAt(draft, place) === target.question;
    const section = place.question === null ? sectionAt(draft, place) : undefined;
    return section?.sectionId === target.sectionId && faceOf(section) === target.face;
  });
}

const faceOfForm = ({ title, content }: Draft) => JSON.stringify([title, content.sections.length]);

const faceOf = ({ title, intro, questions }: NonNullable<ReturnType<typeof sectionAt>>) =>
  JSON.stringify([title, intro, questions.length]);
