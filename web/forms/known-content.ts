import type { FormContent } from "../../contract/forms/content-schema.ts";
import {
  CONDITION_OPERATORS,
  MAPPED_FIELDS,
  QUESTION_KINDS,
} from "../../contract/forms/vocabulary.ts";
import type { components } from "../api/routes.d.ts";

/**
 * The questions of a form, if this version of the console knows all their kinds, conditions and profile fields; else
 * null. A newer server may have more, and an editor that ignored them would lose them.
 */
export function knownContent(content: WireContent): FormContent | null {
  return isKnown(content) ? content : null;
}

type WireContent = components["schemas"]["FormContent"];

function isKnown(content: WireContent): content is WireContent & FormContent {
  return content.sections.every(({ questions }) =>
    questions.every(
      (question) =>
        "questionId" in question &&
        includes(QUESTION_KINDS, question.kind) &&
        (question.showIf === null || includes(CONDITION_OPERATORS, question.showIf.operator)) &&
        (question.mapsTo === null || includes(MAPPED_FIELDS, question.mapsTo)),
    ),
  );
}

const includes = (names: readonly string[], name: string): boolean => names.includes(name);
