import { languageOf, type MessageLanguage } from "../../contract/sync/messages.ts";

/** Subject and text of a letter. */
export interface ReplacementLetter {
  readonly subject: string;
  readonly text: string;
}

const LETTERS: Record<MessageLanguage, (coach: string) => ReplacementLetter> = {
  en: (coach) => ({
    subject: `${coach} asks you for another questionnaire`,
    text: "It takes the place of the one you had, and begins empty. Open the app to fill it in.",
  }),
  de: (coach) => ({
    subject: `${coach} bittet dich um einen anderen Fragebogen`,
    text: "Er tritt an die Stelle des bisherigen und beginnt leer. Öffne die App, um ihn auszufüllen.",
  }),
};

/**
 * What a client is told when another questionnaire took the place of theirs: by whom, and nothing of what
 * either of them asks (docs/rules.md#onboarding-overrides).
 */
export function replacedQuestionnaireLetter(reader: {
  readonly locale: string | null;
  readonly otherName: string;
}): ReplacementLetter {
  return LETTERS[languageOf(reader.locale)](reader.otherName);
}
