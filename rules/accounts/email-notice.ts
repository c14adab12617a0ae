import { languageOf, type MessageLanguage } from "../../contract/sync/messages.ts";

/** Which of the two addresses is written to: the one that the account went by, or the one it has now. */
export type EmailSide = "FORMER" | "PRESENT";

interface Letter {
  readonly subject: string;
  readonly text: string;
}

const LETTERS: Record<EmailSide, Record<MessageLanguage, Letter>> = {
  FORMER: {
    en: {
      subject: "Your account goes by another e-mail address",
      text: "Where you sign in, another address is yours now, and your account has taken it over. We write to this one no more. If that was not you, secure that sign-in first, then end all sessions in the app under Account.",
    },
    de: {
      subject: "Dein Konto hat eine andere E-Mail-Adresse",
      text: "Dort, wo du dich anmeldest, ist jetzt eine andere Adresse deine, und dein Konto hat sie übernommen. An diese schreiben wir nicht mehr. Wenn du das nicht warst, sichere zuerst diese Anmeldung und beende dann alle Sitzungen in der App unter Konto.",
    },
  },
  PRESENT: {
    en: {
      subject: "This is the e-mail address of your account now",
      text: "Where you sign in, this address is yours, and your account has taken it over: from now on we write to it. If that was not you, secure that sign-in first, then end all sessions in the app under Account.",
    },
    de: {
      subject: "Das ist jetzt die E-Mail-Adresse deines Kontos",
      text: "Dort, wo du dich anmeldest, ist diese Adresse deine, und dein Konto hat sie übernommen: Ab jetzt schreiben wir an sie. Wenn du das nicht warst, sichere zuerst diese Anmeldung und beende dann alle Sitzungen in der App unter Konto.",
    },
  },
};

/** What the owner of an account is told, in their language, at one of the two addresses. */
export function emailNotice(side: EmailSide, locale: string | null): Letter {
  return LETTERS[side][languageOf(locale)];
}
