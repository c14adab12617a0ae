import type { Condition, Question } from "../../contract/forms/content-schema.ts";
import { ASKED, OPTIONAL, option } from "./default-question.ts";

const ifYes = (questionId: string): Condition => ({ questionId, operator: "EQUALS", value: true });

/** Questions about injuries and medical advice. */
export const HEALTH: readonly Question[] = [
  {
    kind: "BOOLEAN",
    questionId: "has_injuries",
    label: "Do you have injuries or pain, now or from earlier?",
    ...ASKED,
  },
  {
    kind: "LONG_TEXT",
    questionId: "injuries",
    label: "What is it, since when, and what makes it worse?",
    ...ASKED,
    showIf: ifYes("has_injuries"),
  },
  {
    kind: "BOOLEAN",
    questionId: "has_medical_advice",
    label: "Has a doctor ever advised you to be careful with exercise, or do you take medication?",
    ...ASKED,
  },
  {
    kind: "LONG_TEXT",
    questionId: "medical_advice",
    label: "What should your coach know about it?",
    ...ASKED,
    showIf: ifYes("has_medical_advice"),
  },
];

/** Questions about sleep, stress and eating. */
export const DAILY_LIFE: readonly Question[] = [
  {
    kind: "NUMBER",
    questionId: "sleep",
    label: "How long do you sleep in an ordinary night?",
    ...ASKED,
    unit: "h",
    min: 0,
    max: 24,
    decimals: 1,
  },
  {
    kind: "SCALE",
    questionId: "stress",
    label: "How much stress do you have at the moment?",
    ...ASKED,
    unit: null,
    min: 1,
    max: 10,
    lowLabel: "Hardly any",
    highLabel: "Very much",
  },
  {
    kind: "SINGLE_CHOICE",
    questionId: "diet",
    label: "Do you eat in a particular way?",
    ...ASKED,
    options: [
      option("anything", "I eat anything"),
      option("pescatarian", "Pescatarian"),
      option("vegetarian", "Vegetarian"),
      option("vegan", "Vegan"),
      option("other", "In another way"),
    ],
  },
  {
    kind: "TEXT",
    questionId: "other_diet",
    label: "In which way?",
    ...ASKED,
    showIf: { questionId: "diet", operator: "EQUALS", value: "other" },
  },
  {
    kind: "TEXT",
    questionId: "not_eaten",
    label: "Is there anything you cannot or do not want to eat?",
    ...OPTIONAL,
    help: "Allergies and intolerances first.",
  },
  {
    kind: "LONG_TEXT",
    questionId: "anything_else",
    label: "What else should your coach know?",
    ...OPTIONAL,
  },
];
