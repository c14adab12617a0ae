import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import type { EmailContent } from "../accounts/email-content.ts";

/**
 * The mail to the other party of a relationship, in their language and with the name of the person who acted. Null if
 * there is nothing to report (docs/rooms/relationships.md#news).
 */
export function relationshipEmail(
  news: RelationshipNews,
  reader: {
    readonly as: "CLIENT" | "COACH";
    readonly locale: string | null;
    readonly otherName: string;
  },
): EmailContent | null {
  const { as, locale, otherName } = reader;
  const language = languageOf(locale);
  if (as === "CLIENT") return { language, ...TO_CLIENT[news][language](otherName) };
  if (news !== "CoachClientRelationshipEnded") return null;
  return { language, ...LEFT[language](otherName) };
}

/** Relationship changes that the other party is notified of. */
export type RelationshipNews =
  | "CoachClientRelationshipReassigned"
  | "CoachClientRelationshipPaused"
  | "CoachClientRelationshipResumed"
  | "CoachClientRelationshipEnded";

type Written = Omit<EmailContent, "language">;

/** By author: the coach's acts are reported to the client, and a client's ending to the coach. */
const TO_CLIENT: Record<RelationshipNews, Record<MessageLanguage, (coach: string) => Written>> = {
  CoachClientRelationshipReassigned: {
    en: (coach) => ({
      subject: `${coach} coaches you from now on`,
      text: "Your plans and everything you logged stay as they are. Open the app to see what is planned for today.",
    }),
    de: (coach) => ({
      subject: `${coach} coacht dich ab jetzt`,
      text: "Deine Pläne und alles, was du eingetragen hast, bleiben, wie sie sind. Öffne die App und sieh nach, was heute geplant ist.",
    }),
  },
  CoachClientRelationshipPaused: {
    en: (coach) => ({
      subject: `${coach} has paused your coaching`,
      text: "Until it goes on, nothing is due, and nothing you logged is lost. We will tell you when it goes on.",
    }),
    de: (coach) => ({
      subject: `${coach} hat dein Coaching pausiert`,
      text: "Bis es weitergeht, ist nichts fällig, und nichts von dir geht verloren. Wir sagen dir Bescheid, sobald es weitergeht.",
    }),
  },
  CoachClientRelationshipResumed: {
    en: (coach) => ({
      subject: `Your coaching with ${coach} goes on`,
      text: "The pause is over. Open the app to see what is planned for today.",
    }),
    de: (coach) => ({
      subject: `Dein Coaching mit ${coach} geht weiter`,
      text: "Die Pause ist vorbei. Öffne die App und sieh nach, was heute geplant ist.",
    }),
  },
  CoachClientRelationshipEnded: {
    en: (coach) => ({
      subject: `Your coaching with ${coach} has ended`,
      text: "You keep your account and your profile. To be coached again, you need a new invitation.",
    }),
    de: (coach) => ({
      subject: `Dein Coaching mit ${coach} ist beendet`,
      text: "Dein Konto und dein Profil behältst du. Für ein neues Coaching brauchst du eine neue Einladung.",
    }),
  },
};

const LEFT: Record<MessageLanguage, (client: string) => Written> = {
  en: (client) => ({
    subject: `${client} has left your coaching`,
    text: "The coaching has ended. You can still read its history in your workspace.",
  }),
  de: (client) => ({
    subject: `${client} hat dein Coaching verlassen`,
    text: "Die Zusammenarbeit ist beendet. Ihr Verlauf bleibt in deinem Workspace lesbar.",
  }),
};
