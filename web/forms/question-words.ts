import type { Condition, FormContent, Question } from "../../contract/forms/content-schema.ts";
import { questionsOf } from "../../rules/forms/questions-of.ts";
import type { Texts } from "../texts/use-texts.ts";

/** Kind, unit and range of a question in words: "Number, kg, 30 to 250". */
export function kindText(question: Question, texts: Texts): string {
  const unit = "unit" in question && question.unit !== null ? [question.unit] : [];
  return [texts.t(`forms.question.${question.kind}`), ...unit, ...rangeWords(question, texts)].join(
    ", ",
  );
}

/** The condition of a question in words: "if 4 is yes". */
export function conditionText(
  { questionId, operator, value }: Condition,
  questions: Numbered,
  { t }: Texts,
): string {
  const named = questions.get(questionId);
  if (named === undefined) return t("forms.if.unknown");
  const { number } = named;
  if (operator === "ANSWERED") return t("forms.if.ANSWERED", { number });
  return t(`forms.if.${operator}`, { number, value: valueText(named.question, value, t) });
}

/** The questions of a form by id, with the numbers that readers see; the first of those that share an id. */
export function numberedQuestions(content: FormContent): Numbered {
  const numbered = new Map<string, { readonly question: Question; readonly number: number }>();
  for (const [index, question] of questionsOf(content).entries())
    if (!numbered.has(question.questionId))
      numbered.set(question.questionId, { question, number: index + 1 });
  return numbered;
}

export type Numbered = ReadonlyMap<
  string,
  { readonly question: Question; readonly number: number }
>;

function valueText(question: Question, value: Condition["value"], t: Texts["t"]): string {
  if (typeof value === "boolean") return t(value ? "forms.yes" : "forms.no");
  const options = "options" in question ? question.options : [];
  const label = options.find(({ optionId }) => optionId === value)?.label;
  return label ?? (value === null ? "?" : String(value));
}

function rangeWords(question: Question, texts: Texts): readonly string[] {
  const { number, localDate } = texts.formats;
  switch (question.kind) {
    case "NUMBER":
    case "SCALE":
      return rangeText(written(question.min, number), written(question.max, number), texts);
    case "DATE":
      return rangeText(written(question.min, localDate), written(question.max, localDate), texts);
    case "MULTI_CHOICE": {
      const { minChoices, maxChoices } = question;
      return rangeText(written(minChoices, number), written(maxChoices, number), texts);
    }
    default:
      return [];
  }
}

const written = <Bound>(bound: Bound | null, write: (bound: Bound) => string): string | null =>
  bound === null ? null : write(bound);

function rangeText(min: string | null, max: string | null, { t }: Texts): readonly string[] {
  if (min !== null && max !== null) return [t("forms.range.both", { min, max })];
  if (min !== null) return [t("forms.range.from", { min })];
  return max === null ? [] : [t("forms.range.to", { max })];
}
