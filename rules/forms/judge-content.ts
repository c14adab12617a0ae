import type { FormContent, Question } from "../../contract/forms/content-schema.ts";
import { type ContentFaultCode, FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { judgeCondition } from "./judge-condition.ts";
import { judgeQuestion } from "./judge-question.ts";

/**
 * Judges the rules across a form whose fields are valid individually. Ids are unique, conditions name an earlier
 * question and a possible value, ranges are not empty. At most one question, of the right kind, fills a profile
 * field. Faults are in form order.
 */
export function judgeContent(content: FormContent): readonly ContentFault[] {
  const before: Before = { questions: new Map(), mapped: new Set() };
  const sectionIds = content.sections.map(({ sectionId }) => sectionId);
  return content.sections.flatMap(({ questions }, place) => {
    const at = `/sections/${place}`;
    const isDouble = sectionIds.indexOf(sectionIds[place] ?? "") < place;
    return [
      ...(isDouble ? [fault(`${at}/sectionId`, "duplicate_id")] : []),
      ...questions.flatMap((question, index) =>
        judgeInPlace(question, `${at}/questions/${index}`, before),
      ),
    ];
  });
}

/** A fault that prevents publishing a form, with its pointer into the content. */
export interface ContentFault {
  readonly pointer: string;
  readonly code: ContentFaultCode;
}

/** Names and fields that earlier questions already use. */
interface Before {
  readonly questions: Map<string, Question>;
  readonly mapped: Set<string>;
}

function judgeInPlace(question: Question, at: string, before: Before): readonly ContentFault[] {
  const faults = [
    ...judgePlace(question, at, before),
    ...judgeQuestion(question).map(({ field, code }) => fault(`${at}/${field}`, code)),
    ...judgeShowIf(question, at, before),
    ...judgeMapping(question, at, before),
  ];
  if (!before.questions.has(question.questionId))
    before.questions.set(question.questionId, question);
  return faults;
}

/** Too many questions are reported once, at the first excess one. */
function judgePlace({ questionId }: Question, at: string, { questions }: Before): ContentFault[] {
  if (questions.has(questionId)) return [fault(`${at}/questionId`, "duplicate_id")];
  return questions.size === FORM_LIMITS.questions ? [fault(at, "too_many_questions")] : [];
}

function judgeShowIf({ showIf }: Question, at: string, { questions }: Before): ContentFault[] {
  const found = showIf === null ? null : judgeCondition(showIf, questions);
  return found === null ? [] : [fault(`${at}/showIf/${found.field}`, found.code)];
}

function judgeMapping(question: Question, at: string, { mapped }: Before): ContentFault[] {
  const { mapsTo } = question;
  if (mapsTo === null) return [];
  if (mapped.has(mapsTo)) return [fault(`${at}/mapsTo`, "duplicate_field")];
  mapped.add(mapsTo);
  return takes(question, mapsTo) ? [] : [fault(`${at}/mapsTo`, "wrong_kind_for_field")];
}

/** Height is stored in whole centimetres. */
function takes(question: Question, field: NonNullable<Question["mapsTo"]>): boolean {
  switch (field) {
    case "birthDate":
      return question.kind === "DATE";
    case "heightCm":
      return question.kind === "NUMBER" && question.decimals === 0;
    case "goal":
      return question.kind === "TEXT" || question.kind === "LONG_TEXT";
  }
}

function fault(pointer: string, code: ContentFaultCode): ContentFault {
  return { pointer, code };
}
