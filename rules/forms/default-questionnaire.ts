import type { FormContent, Question } from "../../contract/forms/content-schema.ts";
import { DAILY_LIFE, HEALTH } from "./default-life-questions.ts";
import { ASKED, OPTIONAL, option } from "./default-question.ts";

const GOALS: readonly Question[] = [
  {
    kind: "TEXT",
    questionId: "main_goal",
    label: "What is your main goal?",
    ...ASKED,
    help: "One or two sentences: what should be different, and how will you notice it?",
    mapsTo: "goal",
  },
  {
    kind: "DATE",
    questionId: "goal_date",
    label: "Is there a day you are working towards?",
    ...OPTIONAL,
    help: "A race, a wedding, a holiday. Leave it empty if there is none.",
    min: null,
    max: null,
  },
  {
    kind: "LONG_TEXT",
    questionId: "obstacles",
    label: "What has kept you from it so far?",
    ...OPTIONAL,
  },
];

const BODY: readonly Question[] = [
  {
    kind: "DATE",
    questionId: "birth_date",
    label: "When were you born?",
    ...OPTIONAL,
    mapsTo: "birthDate",
    min: "1900-01-01",
    max: null,
  },
  {
    kind: "NUMBER",
    questionId: "height",
    label: "How tall are you?",
    ...OPTIONAL,
    mapsTo: "heightCm",
    unit: "cm",
    min: 50,
    max: 272,
    decimals: 0,
  },
  {
    kind: "NUMBER",
    questionId: "weight",
    label: "What do you weigh at the moment?",
    ...OPTIONAL,
    help: "Only if you want to tell.",
    unit: "kg",
    min: 20,
    max: 400,
    decimals: 1,
  },
];

const TRAINING: readonly Question[] = [
  {
    kind: "SINGLE_CHOICE",
    questionId: "experience",
    label: "How long have you been training regularly?",
    ...ASKED,
    options: [
      option("not_yet", "Not yet"),
      option("under_one_year", "Less than a year"),
      option("one_to_three_years", "One to three years"),
      option("over_three_years", "More than three years"),
    ],
  },
  {
    kind: "NUMBER",
    questionId: "days_per_week",
    label: "On how many days a week can you train?",
    ...ASKED,
    help: "What you can keep up in an ordinary week, not in the best one.",
    unit: "days",
    min: 1,
    max: 7,
    decimals: 0,
  },
  {
    kind: "SINGLE_CHOICE",
    questionId: "session_length",
    label: "How much time do you have on such a day?",
    ...ASKED,
    options: [
      option("up_to_30", "Up to 30 minutes"),
      option("up_to_45", "Up to 45 minutes"),
      option("up_to_60", "Up to an hour"),
      option("over_60", "More than an hour"),
    ],
  },
  {
    kind: "MULTI_CHOICE",
    questionId: "equipment",
    label: "What can you train with?",
    ...ASKED,
    options: [
      option("gym", "A gym with everything"),
      option("barbell", "Barbell and plates"),
      option("dumbbells", "Dumbbells or kettlebells"),
      option("bands", "Resistance bands"),
      option("cardio", "Bike, rower or treadmill"),
      option("bodyweight", "Nothing but my body"),
    ],
    minChoices: 1,
    maxChoices: null,
  },
];

const section = (sectionId: string, title: string, questions: readonly Question[]) => ({
  sectionId,
  title,
  intro: null,
  questions: [...questions],
});

/**
 * The questionnaire that a workspace starts with. A coach may edit and republish it, or make another form the
 * default.
 */
export const DEFAULT_QUESTIONNAIRE: { readonly title: string; readonly content: FormContent } = {
  title: "Getting started",
  content: {
    sections: [
      section("goals", "Your goals", GOALS),
      section("body", "About you", BODY),
      section("training", "Your training", TRAINING),
      section("health", "Your health", HEALTH),
      section("daily_life", "Your days", DAILY_LIFE),
    ],
  },
};
