import { TASK_DEFINITIONS } from "../agenda/kinds/task-definitions.ts";
import type { MessageLanguage } from "../language-of.ts";
import type {
  CheckInFacts,
  FormFacts,
  MessageFacts,
  ProfileFacts,
  QuestionnaireFacts,
  SkipFacts,
  TrendFacts,
  WorkoutFacts,
} from "./facts-schema.ts";
import { dateIn, datesIn, lastDateIn } from "./phrases.ts";

/** The facts about a task as a sentence, in each language of coaches. */
export type Sentence<Facts> = Readonly<Record<MessageLanguage, (facts: Facts) => string>>;

export const profileSentence: Sentence<ProfileFacts> = {
  en: ({ occurrences: { dates } }) =>
    `The baseline profile was completed or changed${lastDateIn("en", "on", dates)}.`,
  de: ({ occurrences: { dates } }) =>
    `Das Profil wurde${lastDateIn("de", "am", dates)} vervollständigt oder geändert.`,
};

const FORM_NAMES = {
  CHECK_IN: { en: "Check-in", de: "Check-in" },
  INTAKE: { en: "Intake questionnaire", de: "Aufnahmefragebogen" },
  SINGLE: { en: "Form", de: "Formular" },
} as const satisfies Record<FormFacts["purpose"], Record<MessageLanguage, string>>;

export const formSentence: Sentence<FormFacts> = {
  en: ({ title, purpose, occurrences: { count, dates } }) => {
    const form = `${FORM_NAMES[purpose].en} “${title}”`;
    return count === 1
      ? `${form} was submitted${lastDateIn("en", "on", dates)}.`
      : `${form} was submitted ${count} times${datesIn("en", dates)}.`;
  },
  de: ({ title, purpose, occurrences: { count, dates } }) => {
    const form = `${FORM_NAMES[purpose].de} „${title}“`;
    return count === 1
      ? `${form} wurde${lastDateIn("de", "am", dates)} abgegeben.`
      : `${form} wurde ${count}-mal abgegeben${datesIn("de", dates)}.`;
  },
};

export const questionnaireSentence: Sentence<QuestionnaireFacts> = {
  en: ({ title, occurrences: { dates } }) =>
    `The questionnaire${title === null ? "" : ` “${title}”`} was put off${lastDateIn("en", "on", dates)}.`,
  de: ({ title, occurrences: { dates } }) =>
    `Der Fragebogen${title === null ? "" : ` „${title}“`} wurde${lastDateIn("de", "am", dates)} verschoben.`,
};

export const workoutSentence: Sentence<WorkoutFacts> = {
  en: ({ title, localDate }) => `Workout “${title}” of ${dateIn("en", localDate)} was submitted.`,
  de: ({ title, localDate }) =>
    `Training „${title}“ vom ${dateIn("de", localDate)} wurde abgegeben.`,
};

export const checkInSentence: Sentence<CheckInFacts> = {
  en: ({ silentDays, occurrences: { count, dates } }) =>
    `${count === 1 ? "One day" : `${count} days`} without the check-in${datesIn("en", dates)}${silenceIn("en", silentDays)}.`,
  de: ({ silentDays, occurrences: { count, dates } }) =>
    `${count === 1 ? "Ein Tag" : `${count} Tage`} ohne den Check-in${datesIn("de", dates)}${silenceIn("de", silentDays)}.`,
};

/** How long a client has been silent; empty for one who was active today. */
function silenceIn(language: MessageLanguage, days: number | null): string {
  if (days === 0) return "";
  if (days === null) return { en: ", never active", de: ", noch nie aktiv" }[language];
  return {
    en: `, silent for ${days === 1 ? "one day" : `${days} days`}`,
    de: `, seit ${days === 1 ? "einem Tag" : `${days} Tagen`} still`,
  }[language];
}

export const trendSentence: Sentence<TrendFacts> = {
  en: ({ percent, percentBefore }) =>
    percent === null
      ? "No planned task counts for the last 7 days."
      : `${percent} % of the plan done in 7 days${percentBefore === null ? "" : `, was ${percentBefore} %`}.`,
  de: ({ percent, percentBefore }) =>
    percent === null
      ? "In den letzten 7 Tagen zählt keine Aufgabe."
      : `${percent} % des Plans in 7 Tagen erledigt${percentBefore === null ? "" : `, davor ${percentBefore} %`}.`,
};

export const skipSentence: Sentence<SkipFacts> = {
  en: (facts) => {
    const { count, dates } = facts.occurrences;
    return count === 1
      ? `${skippedIn("en", facts)} of ${dateIn("en", facts.localDate)} was skipped.`
      : `${count} tasks were skipped${datesIn("en", dates)}, last: ${skippedIn("en", facts)}.`;
  },
  de: (facts) => {
    const { count, dates } = facts.occurrences;
    return count === 1
      ? `${skippedIn("de", facts)} vom ${dateIn("de", facts.localDate)} übersprungen.`
      : `${count} Aufgaben übersprungen${datesIn("de", dates)}, zuletzt: ${skippedIn("de", facts)}.`;
  },
};

/** The kind of the skipped task, and its title if it has one to show. */
function skippedIn(language: MessageLanguage, { taskKind, title }: SkipFacts): string {
  const kind = TASK_DEFINITIONS[taskKind].name[language];
  if (title === null) return kind;
  return { en: `${kind} “${title}”`, de: `${kind} „${title}“` }[language];
}

export const messageSentence: Sentence<MessageFacts> = {
  en: ({ occurrences: { count, dates } }) =>
    `${count === 1 ? "A message waits" : `${count} messages wait`} for a reply${datesIn("en", dates)}.`,
  de: ({ occurrences: { count, dates } }) =>
    `${count === 1 ? "Eine Nachricht wartet" : `${count} Nachrichten warten`} auf Antwort${datesIn("de", dates)}.`,
};
