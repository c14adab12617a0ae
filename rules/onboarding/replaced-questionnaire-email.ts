import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import type { EmailContent } from "../accounts/email-content.ts";

/**
 * The mail to a client whose questionnaire was replaced: it says by whom, and nothing about the content of either
 * (docs/rooms/onboarding.md#overrides).
 */
export function replacedQuestionnaireEmail(reader: {
  readonly locale: string | null;
  readonly otherName: string;
}): EmailContent {
  const language = languageOf(reader.locale);
  return { language, ...TEXTS[language](reader.otherName) };
}

const TEXTS: Record<MessageLanguage, (coach: string) => Omit<EmailContent, "language">> = {
  en: (coach) => ({
    subject: `${coach} asks you to fill in another questionnaire`,
    text: "It replaces the one you had, and it is empty. Open the app to fill it in.",
  }),
  de: (coach) => ({
    subject: `${coach} bittet dich, einen anderen Fragebogen auszufüllen`,
    text: "Er ersetzt den bisherigen und ist noch leer. Öffne die App, um ihn auszufüllen.",
  }),
};
