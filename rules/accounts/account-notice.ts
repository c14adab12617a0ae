import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import { writtenMoment } from "../written-time.ts";
import type { EmailContent } from "./email-content.ts";

/** The mail that notifies an owner of an account event. */
export function accountNotice(
  fact: AccountFact,
  { locale, timezone, goneAt }: NoticedOwner,
): EmailContent {
  const language = languageOf(locale);
  const when = goneAt === null ? "" : writtenMoment(goneAt, { timezone, language });
  return { language, ...TEXTS[fact][language](when) };
}

/** Account events that the owner is always notified of, even if muted. */
export type AccountFact =
  | "SignInLinked"
  | "SignInUnlinked"
  | "AccountExportRequested"
  | "AccountDeletionRequested"
  | "AccountDeletionCancelled"
  | "UserSuspended";

type Written = Omit<EmailContent, "language">;

/** Mail texts by account event; `when` is the instant at which a departing account is deleted for good. */
const TEXTS: Record<AccountFact, Record<MessageLanguage, (when: string) => Written>> = {
  SignInLinked: {
    en: () => ({
      subject: "A new way to sign in was added to your account",
      text: "From now on it opens your Sideline account, too. If you did not add it, remove it in the app under Account, and end all sessions.",
    }),
    de: () => ({
      subject: "Eine weitere Anmeldung wurde mit deinem Konto verknüpft",
      text: "Ab jetzt öffnet auch sie dein Sideline-Konto. Wenn du das nicht warst, löse sie in der App unter Konto und beende alle Sitzungen.",
    }),
  },
  SignInUnlinked: {
    en: () => ({
      subject: "A way to sign in was removed from your account",
      text: "It no longer opens your Sideline account, and its sessions have ended. If you did not remove it, end all sessions in the app under Account.",
    }),
    de: () => ({
      subject: "Eine Anmeldung wurde von deinem Konto gelöst",
      text: "Sie öffnet dein Sideline-Konto nicht mehr, und ihre Sitzungen sind beendet. Wenn du das nicht warst, beende alle Sitzungen in der App unter Konto.",
    }),
  },
  AccountExportRequested: {
    en: () => ({
      subject: "An export of your account was requested",
      text: "Sideline is writing everything that is stored about you into one file. For a day, anybody who is signed in to your account can read it. If you did not request it, change how you sign in, and end all sessions in the app under Account.",
    }),
    de: () => ({
      subject: "Ein Export deines Kontos wurde angefordert",
      text: "Sideline schreibt alles, was über dich gespeichert ist, in eine Datei. Einen Tag lang kann sie lesen, wer in deinem Konto angemeldet ist. Wenn du das nicht warst, ändere deine Anmeldung und beende alle Sitzungen in der App unter Konto.",
    }),
  },
  AccountDeletionRequested: {
    en: (when) => ({
      subject: "Your account will be deleted",
      text: `The deletion of your Sideline account was requested, and all sessions have ended. It becomes final on ${when}. To keep the account, sign in to the app before then.`,
    }),
    de: (when) => ({
      subject: "Dein Konto wird gelöscht",
      text: `Die Löschung deines Sideline-Kontos wurde beantragt, und alle Sitzungen sind beendet. Am ${when} ist sie endgültig. Wenn du das Konto behalten willst, melde dich vorher in der App an.`,
    }),
  },
  AccountDeletionCancelled: {
    en: () => ({
      subject: "Your account will not be deleted",
      text: "The deletion of your Sideline account was cancelled. If you did not cancel it, change how you sign in, and end all sessions in the app under Account.",
    }),
    de: () => ({
      subject: "Dein Konto wird nicht gelöscht",
      text: "Die Löschung deines Sideline-Kontos wurde zurückgenommen. Wenn du das nicht warst, ändere deine Anmeldung und beende alle Sitzungen in der App unter Konto.",
    }),
  },
  UserSuspended: {
    en: () => ({
      subject: "Your account was suspended",
      text: "You cannot use your Sideline account for now, and all sessions have ended. Nothing in it is lost. Ask support for the reason.",
    }),
    de: () => ({
      subject: "Dein Konto wurde gesperrt",
      text: "Du kannst dein Sideline-Konto vorerst nicht benutzen, und alle Sitzungen sind beendet. Nichts darin ist verloren. Frag den Support nach dem Grund.",
    }),
  },
};

/** The recipient: language, time zone, and when the account is deleted for good if it leaves. */
export interface NoticedOwner {
  /** BCP 47. */
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly goneAt: Date | null;
}
