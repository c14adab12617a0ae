import type { MessageLanguage } from "../../contract/language-of.ts";
import type { EmailContent, EmailParts, EmailStep } from "./email-content.ts";
import { emailPage } from "./email-page.ts";
import { greeting } from "./greeting.ts";

/** Writes an e-mail as plain text and as HTML. In plain text a link stands on its own line, below its label. */
export function writeEmail(parts: EmailParts): EmailContent {
  const { language, subject, body, step, after = [], why, settings } = parts;
  const paragraphs = [
    ...greeting(parts),
    ...body,
    ...(step === null ? [] : [linkOf(step)]),
    ...after,
    // The separator of a signature (RFC 3676, 4.3).
    ["-- ", "Sideline", why, ...(settings === undefined ? [] : [linkOf(settings)])].join("\n"),
  ];
  return { language, subject, text: paragraphs.join("\n\n"), html: emailPage(parts) };
}

const linkOf = ({ label, url }: EmailStep) => `${label}:\n${url}`;

/** Why the owner of an account gets an e-mail about it. */
export const ABOUT_ACCOUNT: Readonly<Record<MessageLanguage, string>> = {
  en: "You get this e-mail because it is about your Sideline account.",
  de: "Sie bekommen diese E-Mail, weil es um Ihr Sideline-Konto geht.",
};

/** Why a person gets an e-mail about coaching. */
export const ABOUT_COACHING: Readonly<Record<MessageLanguage, string>> = {
  en: "You get this e-mail because you use Sideline.",
  de: "Sie bekommen diese E-Mail, weil Sie Sideline benutzen.",
};
