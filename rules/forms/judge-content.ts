import type { FormContent, Question } from "../../contract/forms/content-schema.ts";
import { type ContentFaultCode, FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { judgeCondition } from "./judge-condition.ts";
import { judgeQuestion } from "./judge-question.ts";

/** What keeps a form from being published, with the pointer of its place in the content. */
export interface ContentFault {
  readonly pointer: string;
  readonly code: ContentFaultCode;
}

/** What the questions before one have taken. */
interface Before {
  readonly asked: Map<string, Question>;
  readonly mapped: Set<string>;
}

/**
 * Judges what holds across a form whose fields are well formed each: ids occur once, conditions name an
 * earlier question and a value it can have, ranges are not empty, a field of the profile is filled by
 * one question of its kind. In the order of the form.
 */
export function judgeContent(content: FormContent): readonly ContentFault[] {
  const before: Before = { asked: new Map(), mapped: new Set() };
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

function judgeInPlace(question: Question, at: string, before: Before): readonly ContentFault[] {
  const faults = [
    ...judgePlace(question, at, before),
    ...judgeQuestion(question).map(({ field, code }) => fault(`${at}/${field}`, code)),
    ...judgeShowIf(question, at, before),
    ...judgeMapping(question, at, before),
  ];
  if (!before.asked.has(question.questionId)) before.asked.set(question.questionId, question);
  return faults;
}

/** The number of questions is told once, at the first that is too many. */
function judgePlace({ questionId }: Question, at: string, { asked }: Before): ContentFault[] {
  if (asked.has(questionId)) return [fault(`${at}/questionId`, "duplicate_id")];
  return asked.size === FORM_LIMITS.questions ? [fault(at, "too_many_questions")] : [];
}

function judgeShowIf({ showIf }: Question, at: string, { asked }: Before): ContentFault[] {
  const found = showIf === null ? null : judgeCondition(showIf, asked);
  return found === null ? [] : [fault(`${at}/showIf/${found.field}`, found.code)];
}

function judgeMapping(question: Question, at: string, { mapped }: Before): ContentFault[] {
  const { mapsTo } = question;
  if (mapsTo === null) return [];
  if (mapped.has(mapsTo)) return [fault(`${at}/mapsTo`, "duplicate_field")];
  mapped.add(mapsTo);
  return takes(question, mapsTo) ? [] : [fault(`${at}/mapsTo`, "wrong_kind_for_field")];
}

/** Height is kept in whole centimetres. */
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
