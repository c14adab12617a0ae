import {
  CONDITION_OPERATORS,
  MAPPED_FIELDS,
  QUESTION_KINDS,
} from "../../../contract/forms/vocabulary.ts";
import type { Draft } from "./draft.ts";

/** Changes of a form's draft that are not saved, and the revision that they were made from. */
export interface FormEdits {
  readonly revision: number;
  readonly draft: Draft;
}

/** Whether something that was kept is a draft with questions that this version knows. Its texts may have faults. */
export function isFormEdits(found: unknown): found is FormEdits {
  return (
    isRecord(found) &&
    typeof found["revision"] === "number" &&
    isRecord(found["draft"]) &&
    typeof found["draft"]["title"] === "string" &&
    isRecord(found["draft"]["content"]) &&
    isListOf(found["draft"]["content"]["sections"], isSection)
  );
}

function isSection(found: unknown): boolean {
  if (!isRecord(found)) return false;
  const { sectionId, title, intro, questions } = found;
  return (
    typeof sectionId === "string" &&
    typeof title === "string" &&
    isTextOrNull(intro) &&
    isListOf(questions, isQuestion)
  );
}

function isQuestion(found: unknown): boolean {
  if (!isRecord(found)) return false;
  const { questionId, label, kind, help, required, showIf, mapsTo, options } = found;
  const needsOptions = kind === "SINGLE_CHOICE" || kind === "MULTI_CHOICE";
  return (
    typeof questionId === "string" &&
    typeof label === "string" &&
    typeof required === "boolean" &&
    isTextOrNull(help) &&
    includes(QUESTION_KINDS, kind) &&
    (mapsTo === null || includes(MAPPED_FIELDS, mapsTo)) &&
    (showIf === null || (isRecord(showIf) && includes(CONDITION_OPERATORS, showIf["operator"]))) &&
    (!needsOptions || isListOf(options, isOption))
  );
}

const isOption = (found: unknown): boolean =>
  isRecord(found) && typeof found["optionId"] === "string" && typeof found["label"] === "string";

const isRecord = (found: unknown): found is Readonly<Record<string, unknown>> =>
  typeof found === "object" && found !== null;

const isTextOrNull = (found: unknown): boolean => found === null || typeof found === "string";

const isListOf = (found: unknown, isOf: (part: unknown) => boolean): boolean =>
  Array.isArray(found) && found.every(isOf);

const includes = (names: readonly string[], name: unknown): boolean =>
  typeof name === "string" && names.includes(name);
