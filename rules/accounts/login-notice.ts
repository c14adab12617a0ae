import type { Surface } from "../../contract/accounts/vocabulary.ts";
import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import { PAGE_PATHS } from "../../contract/page-paths.ts";
import { writtenMoment } from "../written-time.ts";
import type { EmailContent, EmailParts } from "./email-content.ts";
import { ABOUT_ACCOUNT, writeEmail } from "./write-email.ts";

/** The mail about a sign-in from a new device at a new address. It never contains the address. */
export function loginNotice({
  surface,
  startedAt,
  name,
  locale,
  timezone,
  publicUrl,
}: NoticedLogin): EmailContent {
  const language = languageOf(locale);
  const when = writtenMoment(startedAt, { timezone, language });
  const { label, ...written } = TEXTS[language](APP_NAMES[language][surface], when);
  const step = { label, url: `${publicUrl}${PAGE_PATHS.account}` };
  return writeEmail({ language, reader: name, ...written, step, why: ABOUT_ACCOUNT[language] });
}

/** A sign-in from a new device at a new address, with its owner's language and zone. */
export interface NoticedLogin {
  readonly surface: Surface;
  readonly startedAt: Date;
  readonly name: string;
  /** BCP 47. */
  readonly locale: string | null;
  readonly timezone: string | null;
  /** Address of our pages. */
  readonly publicUrl: string;
}

const APP_NAMES: Record<MessageLanguage, Record<Surface, string>> = {
  en: {
    WEB: "on the web",
    COACH_MOBILE: "in the app for coaches",
    CLIENT_MOBILE: "in the app",
  },
  de: {
    WEB: "im Web",
    COACH_MOBILE: "in der App für Coaches",
    CLIENT_MOBILE: "in der App",
  },
};

type Written = Pick<EmailParts, "subject" | "body" | "after"> & { readonly label: string };

const TEXTS: Record<MessageLanguage, (where: string, when: string) => Written> = {
  en: (where, when) => ({
    subject: "A new sign-in to your account",
    body: [
      `Somebody signed in to your Sideline account ${where} on ${when}. Device and place are both new to us.`,
      "If that was you, there is nothing to do.",
    ],
    label: "Check my sessions",
    after: ["If it was not you, end all other sessions there and change how you sign in."],
  }),
  de: (where, when) => ({
    subject: "Eine neue Anmeldung in Ihrem Konto",
    body: [
      `In Ihrem Sideline-Konto hat sich am ${when} jemand ${where} angemeldet. Gerät und Ort kennen wir beide noch nicht.`,
      "Wenn Sie das waren, gibt es nichts zu tun.",
    ],
    label: "Sitzungen prüfen",
    after: [
      "Wenn Sie das nicht waren, beenden Sie dort alle anderen Sitzungen und ändern Sie Ihre Anmeldung.",
    ],
  }),
};
