import type { Question } from "../../contract/forms/content-schema.ts";
import { type ContentFaultCode, FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { hasDecimals } from "./judge-answer.ts";

/** Judges a single question: its bounds allow an answer, and its options are distinct. */
export function judgeQuestion(question: Question): readonly QuestionFault[] {
  switch (question.kind) {
    case "TEXT":
    case "LONG_TEXT":
    case "BOOLEAN":
      return [];
    case "NUMBER":
      return [...judgeSteps(question), ...judgeBounds(question)];
    case "DATE":
      return judgeBounds(question);
    case "SCALE":
      return judgeScale(question);
    case "SINGLE_CHOICE":
      return judgeOptions(question);
    case "MULTI_CHOICE":
      return [...judgeOptions(question), ...judgeChoiceCounts(question)];
  }
}

/** A fault of one question, with the field (`/` between steps) that contains it. */
export interface QuestionFault {
  readonly field: string;
  readonly code: ContentFaultCode;
}

type Kind<K extends Question["kind"]> = Extract<Question, { kind: K }>;

/** A bound with more decimals than an answer may have is unreachable. */
function judgeSteps({ min, max, decimals }: Kind<"NUMBER">): QuestionFault[] {
  return Object.entries({ min, max }).flatMap(([field, bound]): QuestionFault[] =>
    bound === null || hasDecimals(bound, decimals) ? [] : [{ field, code: "not_a_step" }],
  );
}

function judgeBounds({ min, max }: Kind<"NUMBER"> | Kind<"DATE">): QuestionFault[] {
  return min !== null && max !== null && max < min ? [{ field: "max", code: "empty_range" }] : [];
}

function judgeScale({ min, max }: Kind<"SCALE">): QuestionFault[] {
  if (max <= min) return [{ field: "max", code: "empty_range" }];
  return max - min >= FORM_LIMITS.scalePoints ? [{ field: "max", code: "too_many_points" }] : [];
}

function judgeOptions({
  options,
}: Kind<"SINGLE_CHOICE"> | Kind<"MULTI_CHOICE">): readonly QuestionFault[] {
  const ids = options.map(({ optionId }) => optionId);
  return ids.flatMap((optionId, index): QuestionFault[] =>
    ids.indexOf(optionId) < index
      ? [{ field: `options/${index}/optionId`, code: "duplicate_id" }]
      : [],
  );
}

function judgeChoiceCounts({
  options,
  minChoices,
  maxChoices,
}: Kind<"MULTI_CHOICE">): readonly QuestionFault[] {
  const most = maxChoices ?? options.length;
  if (most > options.length) return [{ field: "maxChoices", code: "too_many_choices" }];
  if (minChoices === null || minChoices <= most) return [];
  return maxChoices === null
    ? [{ field: "minChoices", code: "too_many_choices" }]
    : [{ field: "maxChoices", code: "empty_range" }];
}
