import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import { PAGE_PATHS } from "../../contract/page-paths.ts";
import { writtenMoment } from "../written-time.ts";
import type { EmailContent } from "./email-content.ts";
import { ABOUT_ACCOUNT, writeEmail } from "./write-email.ts";

/** The mail that notifies an owner of an account event. It links to the page that undoes or completes it. */
export function accountNotice(
  fact: AccountFact,
  { name, locale, timezone, goneAt, publicUrl }: NoticedOwner,
): EmailContent {
  const language = languageOf(locale);
  const when = goneAt === null ? "" : writtenMoment(goneAt, { timezone, language });
  const { label, ...written } = TEXTS[fact][language](when);
  const step = label === null ? null : { label, url: `${publicUrl}${PAGE_PATHS.account}` };
  return writeEmail({ language, reader: name, ...written, step, why: ABOUT_ACCOUNT[language] });
}

/** Account events that the owner is always notified of, even if muted. */
export type AccountFact =
  | "SignInLinked"
  | "SignInUnlinked"
  | "AccountExportRequested"
  | "AccountDeletionRequested"
  | "AccountDeletionCancelled"
  | "UserSuspended";

interface Written {
  readonly subject: string;
  readonly body: readonly string[];
  /** Label of the button; null if the account page is closed to the reader. */
  readonly label: string | null;
  readonly after: readonly string[];
}

/** Mail texts by account event; `when` is the instant at which a departing account is deleted for good. */
const TEXTS: Record<AccountFact, Record<MessageLanguage, (when: string) => Written>> = {
  SignInLinked: {
    en: () => ({
      subject: "A new sign-in was added to your account",
      body: ["From now on another sign-in opens your Sideline account, too."],
      label: "Check my sign-ins",
      after: ["If you did not add it, remove it there and end all other sessions."],
    }),
    de: () => ({
      subject: "Eine weitere Anmeldung wurde mit Ihrem Konto verknüpft",
      body: ["Ab jetzt öffnet eine weitere Anmeldung Ihr Sideline-Konto."],
      label: "Anmeldungen prüfen",
      after: [
        "Wenn Sie das nicht waren, lösen Sie sie dort und beenden Sie alle anderen Sitzungen.",
      ],
    }),
  },
  SignInUnlinked: {
    en: () => ({
      subject: "A sign-in was removed from your account",
      body: [
        "One of your sign-ins no longer opens your Sideline account, and its sessions have ended.",
      ],
      label: "Check my sign-ins",
      after: ["If you did not remove it, end all other sessions there."],
    }),
    de: () => ({
      subject: "Eine Anmeldung wurde von Ihrem Konto gelöst",
      body: [
        "Eine Ihrer Anmeldungen öffnet Ihr Sideline-Konto nicht mehr, und ihre Sitzungen sind beendet.",
      ],
      label: "Anmeldungen prüfen",
      after: ["Wenn Sie das nicht waren, beenden Sie dort alle anderen Sitzungen."],
    }),
  },
  AccountExportRequested: {
    en: () => ({
      subject: "An export of your account was requested",
      body: [
        "Sideline is collecting everything stored about you in one file.",
        "Once it is ready, you can download it for 24 hours.",
      ],
      label: "Download my data",
      after: [
        "If you did not request it, end all other sessions there and change how you sign in.",
      ],
    }),
    de: () => ({
      subject: "Ein Export Ihres Kontos wurde angefordert",
      body: [
        "Sideline sammelt alles, was über Sie gespeichert ist, in einer Datei.",
        "Sobald die Datei fertig ist, können Sie sie 24 Stunden lang herunterladen.",
      ],
      label: "Daten herunterladen",
      after: [
        "Wenn Sie das nicht waren, beenden Sie dort alle anderen Sitzungen und ändern Sie Ihre Anmeldung.",
      ],
    }),
  },
  AccountDeletionRequested: {
    en: (when) => ({
      subject: "Your account will be deleted",
      body: [
        "The deletion of your Sideline account was requested, and all sessions have ended.",
        `On ${when} the account is deleted for good. You can call this off until then: sign in and choose “Keep my account”.`,
      ],
      label: "Keep my account",
      after: ["If you want it deleted, there is nothing to do."],
    }),
    de: (when) => ({
      subject: "Ihr Konto wird gelöscht",
      body: [
        "Die Löschung Ihres Sideline-Kontos wurde beantragt, und alle Sitzungen sind beendet.",
        `Am ${when} wird das Konto endgültig gelöscht. Bis dahin können Sie die Löschung zurücknehmen: Melden Sie sich an und wählen Sie „Konto behalten“.`,
      ],
      label: "Konto behalten",
      after: ["Wenn es gelöscht werden soll, gibt es nichts zu tun."],
    }),
  },
  AccountDeletionCancelled: {
    en: () => ({
      subject: "Your account will not be deleted",
      body: [
        "The deletion of your Sideline account was called off. Nothing in it is lost.",
        "All sessions had ended, so sign in again on your phones.",
      ],
      label: "Open my account",
      after: [
        "If you did not call it off, end all other sessions there and change how you sign in.",
      ],
    }),
    de: () => ({
      subject: "Ihr Konto wird nicht gelöscht",
      body: [
        "Die Löschung Ihres Sideline-Kontos wurde zurückgenommen. Nichts darin ist verloren.",
        "Alle Sitzungen waren beendet. Melden Sie sich deshalb auf Ihren Telefonen neu an.",
      ],
      label: "Konto öffnen",
      after: [
        "Wenn Sie das nicht waren, beenden Sie dort alle anderen Sitzungen und ändern Sie Ihre Anmeldung.",
      ],
    }),
  },
  UserSuspended: {
    en: () => ({
      subject: "Your account was suspended",
      body: [
        "You cannot use your Sideline account for now, and all sessions have ended. Nothing in it is lost.",
        "Ask support for the reason.",
      ],
      label: null,
      after: [],
    }),
    de: () => ({
      subject: "Ihr Konto wurde gesperrt",
      body: [
        "Sie können Ihr Sideline-Konto vorerst nicht benutzen, und alle Sitzungen sind beendet. Nichts darin ist verloren.",
        "Fragen Sie den Support nach dem Grund.",
      ],
      label: null,
      after: [],
    }),
  },
};

/** The reader, and when their account is deleted for good if it leaves. */
export interface NoticedOwner {
  readonly name: string;
  /** BCP 47. */
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly goneAt: Date | null;
  /** Address of our pages. */
  readonly publicUrl: string;
}
