import { languageOf, type MessageLanguage } from "../../contract/sync/messages.ts";
import type { Letter } from "../accounts/letter.ts";

/**
 * The mail to a client whose questionnaire was replaced: it says by whom, and nothing about the content of either
 * (docs/rooms/onboarding.md#overrides).
 */
export function replacedQuestionnaireEmail(reader: {
  readonly locale: string | null;
  readonly otherName: string;
}): Letter {
  const language = languageOf(reader.locale);
  return { language, ...LETTERS[language](reader.otherName) };
}

const LETTERS: Record<MessageLanguage, (coach: string) => Omit<Letter, "language">> = {
  en: (coach) => ({
    subject: `${coach} asks you to fill in another questionnaire`,
    text: "It replaces the one you had, and it is empty. Open the app to fill it in.",
  }),
  de: (coach) => ({
    subject: `${coach} bittet dich, einen anderen Fragebogen auszufüllen`,
    text: "Er ersetzt den bisherigen und ist noch leer. Öffne die App, um ihn auszufüllen.",
  }),
};
