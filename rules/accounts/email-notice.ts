import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import type { EmailContent } from "./email-content.ts";

/** The mail about a changed e-mail address, in the owner's language, for one of the two addresses. */
export function emailNotice(side: EmailSide, locale: string | null): EmailContent {
  const language = languageOf(locale);
  return { language, ...TEXTS[side][language] };
}

/** The address that receives the mail: the former one or the present one. */
export type EmailSide = "FORMER" | "PRESENT";

const TEXTS: Record<EmailSide, Record<MessageLanguage, Omit<EmailContent, "language">>> = {
  FORMER: {
    en: {
      subject: "Your account has another e-mail address now",
      text: "You changed your address where you sign in, and your Sideline account took it over. We no longer write to this one. If that was not you, secure that sign-in first, then end all sessions in the app under Account.",
    },
    de: {
      subject: "Dein Konto hat eine andere E-Mail-Adresse",
      text: "Du hast deine Adresse dort geändert, wo du dich anmeldest, und dein Sideline-Konto hat sie übernommen. An diese hier schreiben wir nicht mehr. Wenn du das nicht warst, sichere zuerst diese Anmeldung und beende dann alle Sitzungen in der App unter Konto.",
    },
  },
  PRESENT: {
    en: {
      subject: "This is the e-mail address of your account now",
      text: "You changed your address where you sign in, and your Sideline account took it over. From now on we write to this one. If that was not you, secure that sign-in first, then end all sessions in the app under Account.",
    },
    de: {
      subject: "Das ist jetzt die E-Mail-Adresse deines Kontos",
      text: "Du hast deine Adresse dort geändert, wo du dich anmeldest, und dein Sideline-Konto hat sie übernommen. Ab jetzt schreiben wir an diese hier. Wenn du das nicht warst, sichere zuerst diese Anmeldung und beende dann alle Sitzungen in der App unter Konto.",
    },
  },
};
