import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import { PAGE_PATHS } from "../../contract/page-paths.ts";
import type { EmailContent } from "../accounts/email-content.ts";
import { ABOUT_COACHING, writeEmail } from "../accounts/write-email.ts";
import { placeOf } from "../workspaces/place-of.ts";

/**
 * The mail to a client whose questionnaire was replaced: it says by whom, and nothing about the content of either
 * (docs/rooms/onboarding.md#overrides).
 */
export function replacedQuestionnaireEmail(reader: {
  readonly name: string;
  readonly locale: string | null;
  readonly otherName: string;
  /** Null once the workspace has no name left. */
  readonly workspaceName: string | null;
  /** Address of our pages. */
  readonly publicUrl: string;
}): EmailContent {
  const language = languageOf(reader.locale);
  const where = placeOf(reader.workspaceName, [reader.name, reader.otherName]);
  const { subject, body, label } = TEXTS[language](reader.otherName, where);
  const step = { label, url: `${reader.publicUrl}${PAGE_PATHS.clientApp}` };
  const why = ABOUT_COACHING[language];
  return writeEmail({ language, reader: reader.name, subject, body: [body], step, why });
}

const TEXTS: Record<
  MessageLanguage,
  (
    coach: string,
    where: string,
  ) => { readonly subject: string; readonly body: string; readonly label: string }
> = {
  en: (coach, where) => ({
    subject: `${coach} asks you to fill in another questionnaire`,
    body: `The new questionnaire replaces the one you had from ${coach}${where}, and it is empty.`,
    label: "Fill in the questionnaire",
  }),
  de: (coach, where) => ({
    subject: `${coach} bittet Sie, einen anderen Fragebogen auszufüllen`,
    body: `Der neue Fragebogen von ${coach}${where} ersetzt den bisherigen und ist noch leer.`,
    label: "Fragebogen ausfüllen",
  }),
};
