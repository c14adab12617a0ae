import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import { PAGE_PATHS } from "../../contract/page-paths.ts";
import type { EmailContent } from "./email-content.ts";
import { ABOUT_ACCOUNT, writeEmail } from "./write-email.ts";

/** The mail about a changed e-mail address, in the owner's language, for one of the two addresses. */
export function emailNotice(
  side: EmailSide,
  { name, locale, publicUrl }: EmailReader,
): EmailContent {
  const language = languageOf(locale);
  const { subject, now } = TEXTS[side][language];
  const { changed, label, after } = SHARED[language];
  return writeEmail({
    language,
    reader: name,
    subject,
    body: [changed, now],
    step: { label, url: `${publicUrl}${PAGE_PATHS.account}` },
    after: [after],
    why: ABOUT_ACCOUNT[language],
  });
}

/** The address that receives the mail: the former one or the present one. */
export type EmailSide = "FORMER" | "PRESENT";

/** The owner of the account, and the address of our pages. */
export interface EmailReader {
  readonly name: string;
  /** BCP 47. */
  readonly locale: string | null;
  readonly publicUrl: string;
}

const SHARED = {
  en: {
    changed:
      "You changed your e-mail address where you sign in, and your Sideline account took it over.",
    label: "Check my account",
    after: "If that was not you, secure that sign-in first, then end all other sessions there.",
  },
  de: {
    changed:
      "Sie haben Ihre E-Mail-Adresse dort geändert, wo Sie sich anmelden, und Ihr Sideline-Konto hat sie übernommen.",
    label: "Konto prüfen",
    after:
      "Wenn Sie das nicht waren, sichern Sie zuerst diese Anmeldung und beenden Sie dann dort alle anderen Sitzungen.",
  },
} as const satisfies Record<MessageLanguage, object>;

const TEXTS: Record<
  EmailSide,
  Record<MessageLanguage, { readonly subject: string; readonly now: string }>
> = {
  FORMER: {
    en: {
      subject: "Your account has another e-mail address now",
      now: "We no longer write to this one.",
    },
    de: {
      subject: "Ihr Konto hat eine andere E-Mail-Adresse",
      now: "An diese hier schreiben wir nicht mehr.",
    },
  },
  PRESENT: {
    en: {
      subject: "This is the e-mail address of your account now",
      now: "From now on we write to this one.",
    },
    de: {
      subject: "Das ist jetzt die E-Mail-Adresse Ihres Kontos",
      now: "Ab jetzt schreiben wir an diese hier.",
    },
  },
};
