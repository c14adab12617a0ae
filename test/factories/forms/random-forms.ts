import fc from "fast-check";
import {
  type Answer,
  type Answers,
  type FormContent,
  type Question,
  formContentSchema,
} from "../../../contract/forms/content-schema.ts";
import { QUESTION_KINDS } from "../../../contract/forms/vocabulary.ts";
import { optionsOf } from "./forms.ts";

type Sent = Readonly<Record<string, unknown>>;

const DAYS = ["2023-12-31", "2024-02-28", "2024-02-29", "2024-07-01", "2025-01-01"] as const;
const OPTIONS = ["red", "green", "blue", "black"] as const;
const TEXTS = ["", " ", "Knee", " Knee ", "a".repeat(500), "a".repeat(501)] as const;

const day = fc.constantFrom(...DAYS);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const ordered = <T extends string | number>(value: fc.Arbitrary<T>) =>
  fc.tuple(maybe(value), maybe(value)).map(([one, other]) => {
    const swap = one !== null && other !== null && one > other;
    return swap ? { min: other, max: one } : { min: one, max: other };
  });
const choices = fc.integer({ min: 1, max: OPTIONS.length }).chain((count) =>
  fc.record({
    options: fc.constant(optionsOf(...OPTIONS.slice(0, count))),
    minChoices: maybe(fc.integer({ min: 0, max: count })),
  }),
);

/** The fields that a question has by its kind; always within valid bounds. */
const KIND_PARTS: Record<Question["kind"], fc.Arbitrary<Sent>> = {
  TEXT: fc.constant({}),
  LONG_TEXT: fc.constant({}),
  BOOLEAN: fc.constant({}),
  NUMBER: fc
    .record({
      range: ordered(fc.integer({ min: -3, max: 3 })),
      decimals: fc.integer({ min: 0, max: 2 }),
    })
    .map(({ range, decimals }) => ({ ...range, decimals })),
  DATE: ordered(day),
  SCALE: fc
    .record({ min: fc.integer({ min: -2, max: 2 }), width: fc.integer({ min: 1, max: 4 }) })
    .map(({ min, width }) => ({ min, max: min + width })),
  SINGLE_CHOICE: choices.map(({ options }) => ({ options })),
  MULTI_CHOICE: choices.chain(({ options, minChoices }) =>
    maybe(fc.integer({ min: Math.max(1, minChoices ?? 1), max: options.length })).map(
      (maxChoices) => ({ options, minChoices, maxChoices }),
    ),
  ),
};

const anyQuestion = fc.constantFrom(...QUESTION_KINDS).chain((kind) =>
  fc.record({
    sent: KIND_PARTS[kind].map((parts): Sent => ({ kind, ...parts })),
    required: fc.boolean(),
    dependsOn: maybe(fc.nat({ max: 20 })),
    operator: fc.constantFrom("EQUALS", "NOT_EQUALS", "ANSWERED"),
    picked: fc.nat({ max: 50 }),
    breaks: fc.boolean(),
  }),
);

/** A value with which a question of this form can be answered. */
function possibleValue(question: Sent, picked: number): string | number | boolean {
  const { kind, min, max, options } = question;
  if (kind === "BOOLEAN") return picked % 2 === 0;
  if (kind === "TEXT" || kind === "LONG_TEXT") return "Knee";
  if (kind === "DATE") {
    const bound = min ?? max;
    return typeof bound === "string" ? bound : (DAYS[picked % DAYS.length] ?? DAYS[0]);
  }
  if (kind === "NUMBER" || kind === "SCALE") return Number(min ?? max ?? picked);
  const ids = Array.isArray(options) ? OPTIONS.slice(0, options.length) : OPTIONS;
  return String(ids[picked % ids.length]);
}

/** Random valid forms of up to nine questions of all kinds in some sections, with conditions. */
export const randomForm: fc.Arbitrary<FormContent> = fc
  .array(anyQuestion, { minLength: 1, maxLength: 9 })
  .map((drawn) => {
    const sections: { sectionId: string; title: string; questions: Sent[] }[] = [];
    for (const [
      index,
      { sent, required, dependsOn, operator, picked, breaks },
    ] of drawn.entries()) {
      const earlier = dependsOn === null || index === 0 ? null : dependsOn % index;
      const condition = earlier === null ? undefined : drawn[earlier]?.sent;
      const value = condition && operator !== "ANSWERED" ? possibleValue(condition, picked) : null;
      const showIf = condition ? { questionId: `q${earlier}`, operator, value } : null;
      if (index === 0 || breaks) {
        sections.push({ sectionId: `s${index}`, title: "Section", questions: [] });
      }
      const question = { questionId: `q${index}`, label: "Question", required, showIf, ...sent };
      sections.at(-1)?.questions.push(question);
    }
    return formContentSchema.parse({ sections });
  });

const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.constantFrom(...TEXTS, ...DAYS, ...OPTIONS, "2024-02-30"),
  fc.oneof(fc.integer({ min: -6, max: 6 }), fc.constantFrom(0.5, 1.25, -0.125, 1e21, 0.1 + 0.2)),
  fc.array(fc.constantFrom(...OPTIONS, "white"), { maxLength: 4 }),
);

/** Mostly of the expected type, so that many forms are accepted. */
const answerTo = (question: Question): fc.Arbitrary<Answer> => {
  const fitting = fc.nat({ max: 50 }).map((picked): Answer => {
    const value = possibleValue(question, picked);
    return question.kind === "MULTI_CHOICE" ? [String(value)] : value;
  });
  return fc.oneof({ weight: 6, arbitrary: fitting }, { weight: 1, arbitrary: anyAnswer });
};

/** Random answers to a form: some missing, some wrong, rarely one to an unknown question. */
export function randomAnswers(form: FormContent): fc.Arbitrary<Answers> {
  const questions = form.sections.flatMap((section) => section.questions);
  const arbitraries = Object.fromEntries(
    questions.map((question) => [question.questionId, answerTo(question)]),
  );
  const stray = fc.record({ q77: anyAnswer });
  return fc
    .tuple(
      fc.record(arbitraries, { requiredKeys: [] }),
      fc.oneof(
        { weight: 15, arbitrary: fc.constant<Answers>({}) },
        { weight: 1, arbitrary: stray },
      ),
    )
    .map(([answers, odd]): Answers => {
      const given = Object.entries(answers).flatMap(([id, answer]): [string, Answer][] =>
        answer === undefined ? [] : [[id, answer]],
      );
      return { ...Object.fromEntries(given), ...odd };
    });
}
