import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import type { EmailContent } from "../accounts/email-content.ts";
import { writtenDay } from "../written-time.ts";
import { namedWorkspace } from "./named-workspace.ts";

/** The mail that delivers an invitation. */
export const invitationMessage = (words: InvitationWords): EmailContent => emailOf(INVITED, words);

/** The contents of an invitation's mail. The invited person's language and zone are unknown, so it uses the coach's. */
export interface InvitationWords {
  readonly coachDisplayName: string;
  /** BCP 47. */
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly workspaceName: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** The mail that reminds of an invitation before its link closes. */
export const invitationReminder = (words: InvitationWords): EmailContent =>
  emailOf(REMINDED, words);

type Opening = Record<
  MessageLanguage,
  (
    coach: string,
    workspace: string | null,
  ) => { readonly subject: string; readonly opening: string }
>;

const INVITED: Opening = {
  en: (coach, workspace) => ({
    subject: `${coach} invites you to ${workspace ?? "Sideline"}`,
    opening: `${coach} would like to coach you with Sideline${placeOf(workspace)}.`,
  }),
  de: (coach, workspace) => ({
    subject: `${coach} lädt dich zu ${workspace ?? "Sideline"} ein`,
    opening: `${coach} möchte dich mit Sideline coachen${placeOf(workspace)}.`,
  }),
};

const REMINDED: Opening = {
  en: (coach, workspace) => ({
    subject: `Your invitation to ${workspace ?? "Sideline"} expires soon`,
    opening: `${coach} invited you to be coached with Sideline${placeOf(workspace)}. You have not accepted yet.`,
  }),
  de: (coach, workspace) => ({
    subject: `Deine Einladung zu ${workspace ?? "Sideline"} läuft bald ab`,
    opening: `${coach} hat dich zum Coaching mit Sideline eingeladen${placeOf(workspace)}. Du hast noch nicht angenommen.`,
  }),
};

/** The same in both languages. */
const placeOf = (workspace: string | null) => (workspace === null ? "" : `, in ${workspace}`);

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

function emailOf(opening: Opening, words: InvitationWords): EmailContent {
  const { coachDisplayName: coach, workspaceName, link, expiresAt, timezone } = words;
  const language = languageOf(words.locale);
  const workspace = namedWorkspace(workspaceName, coach);
  const { subject, opening: first } = opening[language](coach, workspace);
  const { step, linkLabel, rest } = REST[language];
  const text = [first, step, link, ...rest(writtenDay(expiresAt, { timezone, language }))];
  return { language, subject, text: text.join("\n\n"), linkLabel };
}
