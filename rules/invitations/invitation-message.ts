import { languageOf, type MessageLanguage } from "../../contract/sync/messages.ts";
import type { Letter } from "../accounts/letter.ts";
import { writtenDay } from "../written-time.ts";

/** What an invitation's letter is made of. Nobody knows the invited person's language and zone yet: it takes the coach's. */
export interface InvitationWords {
  readonly coachDisplayName: string;
  /** BCP 47. */
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly workspaceName: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** The letter that brings an invitation. */
export const invitationMessage = (words: InvitationWords): Letter => letterOf(INVITED, words);

/** The letter that reminds of an invitation before its link closes. */
export const invitationReminder = (words: InvitationWords): Letter => letterOf(REMINDED, words);

type Names = Pick<InvitationWords, "coachDisplayName" | "workspaceName">;
type Opening = Record<
  MessageLanguage,
  (names: Names) => { readonly subject: string; readonly opening: string }
>;

const INVITED: Opening = {
  en: ({ coachDisplayName, workspaceName }) => ({
    subject: `${coachDisplayName} invites you to ${workspaceName}`,
    opening: `${coachDisplayName} would like to coach you with Sideline, in ${workspaceName}.`,
  }),
  de: ({ coachDisplayName, workspaceName }) => ({
    subject: `${coachDisplayName} lädt dich zu ${workspaceName} ein`,
    opening: `${coachDisplayName} möchte dich mit Sideline coachen, in ${workspaceName}.`,
  }),
};

const REMINDED: Opening = {
  en: ({ coachDisplayName, workspaceName }) => ({
    subject: `Your invitation to ${workspaceName} expires soon`,
    opening: `${coachDisplayName} invited you to Sideline, to be coached in ${workspaceName}. You have not accepted yet.`,
  }),
  de: ({ coachDisplayName, workspaceName }) => ({
    subject: `Deine Einladung zu ${workspaceName} läuft bald ab`,
    opening: `${coachDisplayName} hat dich zu Sideline eingeladen, zum Coaching in ${workspaceName}. Du hast noch nicht angenommen.`,
  }),
};

const REST: Record<
  MessageLanguage,
  { readonly step: string; readonly linkLabel: string; readonly rest: (day: string) => string[] }
> = {
  en: {
    step: "Open this link on your phone to accept:",
    linkLabel: "See the invitation",
    rest: (day) => [
      `The link works once, for you alone, until ${day}.`,
      "If you do not know the sender, ignore this message.",
    ],
  },
  de: {
    step: "Öffne diesen Link auf deinem Telefon, um anzunehmen:",
    linkLabel: "Einladung ansehen",
    rest: (day) => [
      `Der Link gilt einmal, nur für dich, bis zum ${day}.`,
      "Wenn du den Absender nicht kennst, ignoriere diese Nachricht.",
    ],
  },
};

function letterOf(opening: Opening, words: InvitationWords): Letter {
  const { link, expiresAt, timezone } = words;
  const language = languageOf(words.locale);
  const { subject, opening: first } = opening[language](words);
  const { step, linkLabel, rest } = REST[language];
  const text = [first, step, link, ...rest(writtenDay(expiresAt, { timezone, language }))];
  return { language, subject, text: text.join("\n\n"), linkLabel };
}
