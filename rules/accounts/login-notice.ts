import type { Surface } from "../../contract/accounts/vocabulary.ts";
import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import { writtenMoment } from "../written-time.ts";
import type { EmailContent } from "./email-content.ts";

/** The mail about a sign-in from a new device at a new address. It never contains the address. */
export function loginNotice({ surface, startedAt, locale, timezone }: NoticedLogin): EmailContent {
  const language = languageOf(locale);
  const when = writtenMoment(startedAt, { timezone, language });
  return { language, ...TEXTS[language](APP_NAMES[language][surface], when) };
}

/** A sign-in from a new device at a new address, with its owner's language and zone. */
export interface NoticedLogin {
  readonly surface: Surface;
  readonly startedAt: Date;
  /** BCP 47. */
  readonly locale: string | null;
  readonly timezone: string | null;
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

const TEXTS: Record<
  MessageLanguage,
  (where: string, when: string) => Omit<EmailContent, "language">
> = {
  en: (where, when) => ({
    subject: "A new sign-in to your account",
    text: [
      `Somebody signed in to your Sideline account ${where} on ${when}, on a device and from a place that are both new to us.`,
      "If that was you, there is nothing to do. If not, end all sessions in the app under Account > Sessions, and change how you sign in.",
    ].join("\n\n"),
  }),
  de: (where, when) => ({
    subject: "Eine neue Anmeldung in deinem Konto",
    text: [
      `In deinem Sideline-Konto hat sich am ${when} jemand ${where} angemeldet, mit einem Gerät und von einem Ort, die wir beide noch nicht kennen.`,
      "Wenn du das warst, gibt es nichts zu tun. Wenn nicht, beende alle Sitzungen in der App unter Konto > Sitzungen und ändere deine Anmeldung.",
    ].join("\n\n"),
  }),
};
