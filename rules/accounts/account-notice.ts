import { languageOf, type MessageLanguage } from "../../contract/sync/messages.ts";

/** What becomes of an account that its owner is told of, whatever they mute. */
export type AccountFact =
  | "SignInLinked"
  | "SignInUnlinked"
  | "AccountExportRequested"
  | "AccountDeletionRequested"
  | "AccountDeletionCancelled"
  | "UserSuspended";

interface Letter {
  readonly subject: string;
  readonly text: string;
}

/** By the fact, with the calendar day on which an account that is leaving is gone. */
const LETTERS: Record<AccountFact, Record<MessageLanguage, (day: string) => Letter>> = {
  SignInLinked: {
    en: () => ({
      subject: "A further sign-in was linked to your account",
      text: "From now on your account opens with it too. If that was not you, unlink it in the app under Account, and end all sessions.",
    }),
    de: () => ({
      subject: "Eine weitere Anmeldung wurde mit deinem Konto verknüpft",
      text: "Ab jetzt öffnet auch sie dein Konto. Wenn du das nicht warst, löse sie in der App unter Konto und beende alle Sitzungen.",
    }),
  },
  SignInUnlinked: {
    en: () => ({
      subject: "A sign-in was unlinked from your account",
      text: "It opens your account no more, and its sessions have ended. If that was not you, end all sessions in the app under Account.",
    }),
    de: () => ({
      subject: "Eine Anmeldung wurde von deinem Konto gelöst",
      text: "Sie öffnet dein Konto nicht mehr, und ihre Sitzungen sind beendet. Wenn du das nicht warst, beende alle Sitzungen in der App unter Konto.",
    }),
  },
  AccountExportRequested: {
    en: () => ({
      subject: "An export of your account was asked for",
      text: "Everything that is kept of you is being written into one file, which can be read for a day by whoever is signed in to your account. If that was not you, change how you sign in, and end all sessions in the app under Account.",
    }),
    de: () => ({
      subject: "Ein Export deines Kontos wurde verlangt",
      text: "Alles, was über dich gespeichert ist, wird in eine Datei geschrieben, die einen Tag lang lesen kann, wer in deinem Konto angemeldet ist. Wenn du das nicht warst, ändere deine Anmeldung und beende alle Sitzungen in der App unter Konto.",
    }),
  },
  AccountDeletionRequested: {
    en: (day) => ({
      subject: "Your account is about to be deleted",
      text: `Its deletion was asked for, and all sessions have ended. It is final on ${day} (UTC). Until then you call it off by signing in to the app.`,
    }),
    de: (day) => ({
      subject: "Dein Konto wird gelöscht",
      text: `Seine Löschung wurde verlangt, und alle Sitzungen sind beendet. Am ${day} (UTC) ist sie endgültig. Bis dahin nimmst du sie zurück, indem du dich in der App anmeldest.`,
    }),
  },
  AccountDeletionCancelled: {
    en: () => ({
      subject: "Your account stays",
      text: "Its deletion was called off. If that was not you, change how you sign in, and end all sessions in the app under Account.",
    }),
    de: () => ({
      subject: "Dein Konto bleibt",
      text: "Seine Löschung wurde zurückgenommen. Wenn du das nicht warst, ändere deine Anmeldung und beende alle Sitzungen in der App unter Konto.",
    }),
  },
  UserSuspended: {
    en: () => ({
      subject: "Your account was suspended",
      text: "It cannot be used for now, and all sessions have ended. Nothing of it is lost. Ask support why.",
    }),
    de: () => ({
      subject: "Dein Konto wurde gesperrt",
      text: "Es kann vorerst nicht benutzt werden, und alle Sitzungen sind beendet. Nichts davon ist verloren. Frage den Support nach dem Grund.",
    }),
  },
};

/** What an owner is told of a fact, in their language; `goneAt` is when an account that leaves is gone. */
export function accountNotice(
  fact: AccountFact,
  owner: { readonly locale: string | null; readonly goneAt: Date | null },
): Letter {
  const day = owner.goneAt?.toISOString().slice(0, 10) ?? "";
  return LETTERS[fact][languageOf(owner.locale)](day);
}
