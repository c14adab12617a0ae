import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import { PAGE_PATHS } from "../../contract/page-paths.ts";
import type { EmailContent } from "../accounts/email-content.ts";
import { ABOUT_COACHING, writeEmail } from "../accounts/write-email.ts";
import { coachAppLink } from "../workspaces/coach-app-link.ts";
import { placeOf } from "../workspaces/place-of.ts";

/**
 * The mail to the other party of a relationship, in their language, with the name of the person who acted and of the
 * workspace. Null if there is nothing to report (docs/rooms/relationships.md#news).
 */
export function relationshipEmail(news: RelationshipNews, reader: NewsReader): EmailContent | null {
  const { as, name, locale, otherName, workspaceId, workspaceName, publicUrl } = reader;
  const language = languageOf(locale);
  const isClient = as === "CLIENT";
  const hasEnded = news === "CoachClientRelationshipEnded";
  if (!hasEnded && (!isClient || otherName === null)) return null;
  const write = isClient ? TO_CLIENT[news][language] : LEFT[language];
  const where = placeOf(workspaceName, [name, otherName]);
  const { subject, body, label } = write(otherName ?? FORMER[as][language], where);
  // A client without a coach has nothing to see in the app; the account is what stays.
  const own = hasEnded ? PAGE_PATHS.account : PAGE_PATHS.clientApp;
  const step = {
    label,
    url: isClient ? `${publicUrl}${own}` : coachAppLink(publicUrl, workspaceId),
  };
  return writeEmail({
    language,
    reader: name,
    subject,
    body,
    step,
    why: ABOUT_COACHING[language],
  });
}

/** Relationship changes that the other party is notified of. */
export type RelationshipNews =
  | "CoachClientRelationshipReassigned"
  | "CoachClientRelationshipPaused"
  | "CoachClientRelationshipResumed"
  | "CoachClientRelationshipEnded";

/** The reader of the news, and who and where it is about. */
export interface NewsReader {
  readonly as: "CLIENT" | "COACH";
  readonly name: string;
  /** BCP 47. */
  readonly locale: string | null;
  /** Null once the other person's account is deleted. */
  readonly otherName: string | null;
  readonly workspaceId: string;
  /** Null once the workspace has no name left. */
  readonly workspaceName: string | null;
  /** Address of our pages. */
  readonly publicUrl: string;
}

/** Names for a person whose own name is erased, by the role of the reader. */
const FORMER = {
  CLIENT: { en: "your former coach", de: "Ihrem früheren Coach" },
  COACH: { en: "A former client", de: "Jemand" },
} as const satisfies Record<NewsReader["as"], Record<MessageLanguage, string>>;

type Write = (
  other: string,
  where: string,
) => { readonly subject: string; readonly body: readonly string[]; readonly label: string };

/** By author: the coach's acts are reported to the client, and a client's ending to the coach. */
const TO_CLIENT: Record<RelationshipNews, Record<MessageLanguage, Write>> = {
  CoachClientRelationshipReassigned: {
    en: (coach, where) => ({
      subject: `${coach} coaches you from now on`,
      body: [
        `${coach} is now your coach${where}. Your plans and everything you logged stay as they are.`,
      ],
      label: "See what is planned today",
    }),
    de: (coach, where) => ({
      subject: `${coach} coacht Sie ab jetzt`,
      body: [
        `${coach} ist jetzt Ihr Coach${where}. Ihre Pläne und alles, was Sie eingetragen haben, bleiben, wie sie sind.`,
      ],
      label: "Plan für heute ansehen",
    }),
  },
  CoachClientRelationshipPaused: {
    en: (coach, where) => ({
      subject: `${coach} has paused your coaching`,
      body: [
        `Until ${coach} resumes your coaching${where}, nothing is due, and nothing you logged is lost.`,
        "We will write to you when it goes on.",
      ],
      label: "See what you logged",
    }),
    de: (coach, where) => ({
      subject: `${coach} hat Ihr Coaching pausiert`,
      body: [
        `Bis ${coach} Ihr Coaching${where} fortsetzt, ist nichts fällig, und nichts von Ihnen geht verloren.`,
        "Wir schreiben Ihnen, sobald es weitergeht.",
      ],
      label: "Einträge ansehen",
    }),
  },
  CoachClientRelationshipResumed: {
    en: (coach, where) => ({
      subject: `Your coaching with ${coach} goes on`,
      body: [`The pause of your coaching${where} is over.`],
      label: "See what is planned today",
    }),
    de: (coach, where) => ({
      subject: `Ihr Coaching mit ${coach} geht weiter`,
      body: [`Die Pause Ihres Coachings${where} ist vorbei.`],
      label: "Plan für heute ansehen",
    }),
  },
  CoachClientRelationshipEnded: {
    en: (coach, where) => ({
      subject: `Your coaching with ${coach} has ended`,
      body: [
        `Your coaching${where} is over. You keep your account and your profile, and you can download everything you logged.`,
        "To be coached again, you need a new invitation.",
      ],
      label: "Open my account",
    }),
    de: (coach, where) => ({
      subject: `Ihr Coaching mit ${coach} ist beendet`,
      body: [
        `Ihr Coaching${where} ist vorbei. Ihr Konto und Ihr Profil behalten Sie, und alles Eingetragene können Sie herunterladen.`,
        "Für ein neues Coaching brauchen Sie eine neue Einladung.",
      ],
      label: "Konto öffnen",
    }),
  },
};

const LEFT: Record<MessageLanguage, Write> = {
  en: (client, where) => ({
    subject: `${client} has left your coaching`,
    body: [`The coaching${where} has ended. You can still read its history.`],
    label: "Read the history",
  }),
  de: (client, where) => ({
    subject: `${client} hat Ihr Coaching verlassen`,
    body: [`Das Coaching${where} ist beendet. Sein Verlauf bleibt für Sie lesbar.`],
    label: "Verlauf lesen",
  }),
};
