import { languageOf, type MessageLanguage } from "../../contract/sync/messages.ts";
import type { Letter } from "../accounts/letter.ts";
import { writtenDay } from "../written-time.ts";

/** Link that opens an invitation to join a workspace; the token stands in the fragment. */
export function memberInvitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/member-invitation#token=${token}`;
}

/** What the letter of an invitation to join is made of; language and zone are the inviting owner's. */
export interface MemberInvitationWords {
  readonly ownerDisplayName: string;
  /** BCP 47. */
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly workspaceName: string;
  readonly link: string;
  readonly expiresAt: Date;
}

type Written = Omit<MemberInvitationWords, "expiresAt"> & { readonly day: string };

const LETTERS: Record<MessageLanguage, (words: Written) => Omit<Letter, "language">> = {
  en: ({ ownerDisplayName, workspaceName, link, day }) => ({
    subject: `${ownerDisplayName} asks you to coach in ${workspaceName}`,
    text: [
      `${ownerDisplayName} would like you to join ${workspaceName} on Sideline as a coach.`,
      "Open this link and sign in with this e-mail address:",
      link,
      `The link works once, for you alone, until ${day}.`,
      "If you do not know the sender, ignore this message.",
    ].join("\n\n"),
    linkLabel: "See the invitation",
  }),
  de: ({ ownerDisplayName, workspaceName, link, day }) => ({
    subject: `${ownerDisplayName} bittet dich, in ${workspaceName} zu coachen`,
    text: [
      `${ownerDisplayName} möchte dich als Coach in ${workspaceName} auf Sideline dabeihaben.`,
      "Öffne diesen Link und melde dich mit dieser E-Mail-Adresse an:",
      link,
      `Der Link gilt einmal, nur für dich, bis zum ${day}.`,
      "Wenn du den Absender nicht kennst, ignoriere diese Nachricht.",
    ].join("\n\n"),
    linkLabel: "Einladung ansehen",
  }),
};

/** The letter that asks a coach into a workspace. */
export function memberInvitationMessage(words: MemberInvitationWords): Letter {
  const language = languageOf(words.locale);
  const day = writtenDay(words.expiresAt, { timezone: words.timezone, language });
  return { language, ...LETTERS[language]({ ...words, day }) };
}
