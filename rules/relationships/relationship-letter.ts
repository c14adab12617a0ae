import { languageOf, type MessageLanguage } from "../../contract/sync/messages.ts";

/** What becomes of a relationship that the other one of it is told of. */
export type RelationshipNews =
  | "CoachClientRelationshipReassigned"
  | "CoachClientRelationshipPaused"
  | "CoachClientRelationshipResumed"
  | "CoachClientRelationshipEnded";

/** Subject and text of a letter. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
}

/** By whose word it came: the coach's is told to the client, and the end by a client to the coach. */
const TO_CLIENT: Record<RelationshipNews, Record<MessageLanguage, (coach: string) => Letter>> = {
  CoachClientRelationshipReassigned: {
    en: (coach) => ({
      subject: `${coach} coaches you from now on`,
      text: "Your plans and everything that you have logged stay as they are. Open the app to see what is planned for today.",
    }),
    de: (coach) => ({
      subject: `${coach} coacht dich ab jetzt`,
      text: "Deine Pläne und alles, was du eingetragen hast, bleiben, wie sie sind. Öffne die App und sieh nach, was heute geplant ist.",
    }),
  },
  CoachClientRelationshipPaused: {
    en: (coach) => ({
      subject: `${coach} has paused your coaching`,
      text: "Nothing is due meanwhile, and nothing of yours is lost. You hear of it when it goes on.",
    }),
    de: (coach) => ({
      subject: `${coach} hat dein Coaching pausiert`,
      text: "Bis dahin ist nichts fällig, und nichts von dir geht verloren. Du erfährst, wenn es weitergeht.",
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
      text: "Your account and your profile stay yours. To be coached again you need another invitation.",
    }),
    de: (coach) => ({
      subject: `Dein Coaching mit ${coach} ist beendet`,
      text: "Dein Konto und dein Profil bleiben deine. Für ein neues Coaching brauchst du eine neue Einladung.",
    }),
  },
};

const LEFT: Record<MessageLanguage, (client: string) => Letter> = {
  en: (client) => ({
    subject: `${client} has left your coaching`,
    text: "The relationship has ended. Its history stays readable in your workspace.",
  }),
  de: (client) => ({
    subject: `${client} hat dein Coaching verlassen`,
    text: "Die Zusammenarbeit ist beendet. Ihr Verlauf bleibt in deinem Workspace lesbar.",
  }),
};

/**
 * What the other one of a relationship is told of it, in their language and with the name of who did it; null
 * where there is nothing to tell (docs/rules.md#relationships-news).
 */
export function relationshipLetter(
  news: RelationshipNews,
  reader: {
    readonly as: "CLIENT" | "COACH";
    readonly locale: string | null;
    readonly otherName: string;
  },
): Letter | null {
  const { as, locale, otherName } = reader;
  const language = languageOf(locale);
  if (as === "CLIENT") return TO_CLIENT[news][language](otherName);
  return news === "CoachClientRelationshipEnded" ? LEFT[language](otherName) : null;
}
