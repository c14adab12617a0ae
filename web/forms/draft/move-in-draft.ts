import type { FormContent } from "../../../contract/forms/content-schema.ts";
import type { Place } from "./draft.ts";

/**
 * Moves what is at a place one step up (-1) or down (1). A question at the edge of its section goes to the section
 * beside it; a section changes place with its neighbour. At an end of the form nothing moves.
 */
export function moveStep({ sections }: FormContent, from: Place, step: -1 | 1): Moved | null {
  if (from.question === null) return swapSections(sections, from.section, step);
  const next = from.question + step;
  const own = sections[from.section]?.questions.length ?? 0;
  if (next >= 0 && next < own)
    return moveQuestion({ sections }, from, { section: from.section, question: next });
  const beside = sections[from.section + step];
  if (beside === undefined) return null;
  const question = step === 1 ? 0 : beside.questions.length;
  return moveQuestion({ sections }, from, { section: from.section + step, question });
}

/** Takes a question out of its place and puts it to another: `to` counts without the question. */
export function moveQuestion({ sections }: FormContent, from: Place, to: Place): Moved | null {
  const moved =
    from.question === null ? undefined : sections[from.section]?.questions[from.question];
  if (moved === undefined || to.question === null || sections[to.section] === undefined)
    return null;
  const without = sections.map((section, index) =>
    index === from.section
      ? { ...section, questions: section.questions.filter((question) => question !== moved) }
      : section,
  );
  const at = to.question;
  const content = {
    sections: without.map((section, index) =>
      index === to.section
        ? { ...section, questions: section.questions.toSpliced(at, 0, moved) }
        : section,
    ),
  };
  return { content, place: to };
}

/** A form after a move, and where the moved part stands. */
export interface Moved {
  readonly content: FormContent;
  readonly place: Place;
}

function swapSections(
  sections: FormContent["sections"],
  section: number,
  step: -1 | 1,
): Moved | null {
  const [own, other] = [sections[section], sections[section + step]];
  if (own === undefined || other === undefined) return null;
  const swapped = sections.with(section, other).with(section + step, own);
  return { content: { sections: swapped }, place: { section: section + step, question: null } };
}
