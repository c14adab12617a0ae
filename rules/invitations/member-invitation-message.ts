import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import type { EmailContent } from "../accounts/email-content.ts";
import { writtenDay } from "../written-time.ts";
import { namedWorkspace } from "./named-workspace.ts";

/** The mail that invites a coach into a workspace. */
export function memberInvitationMessage(words: MemberInvitationWords): EmailContent {
  const { ownerDisplayName: owner, workspaceName, link, expiresAt, timezone } = words;
  const language = languageOf(words.locale);
  const workspace = namedWorkspace(workspaceName, owner);
  const day = writtenDay(expiresAt, { timezone, language });
  return { language, ...TEXTS[language]({ owner, workspace, link, day }) };
}

/** Link that opens an invitation to join a workspace; the token is in the fragment. */
export function memberInvitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/member-invitation#token=${token}`;
}

/** The contents of the mail that invites to join; language and zone are the inviting owner's. */
export interface MemberInvitationWords {
  readonly ownerDisplayName: string;
  /** BCP 47. */
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly workspaceName: string;
  readonly link: string;
  readonly expiresAt: Date;
}

interface Written {
  readonly owner: string;
  /** Null if the workspace has the owner's name. */
  readonly workspace: string | null;
  readonly link: string;
  readonly day: string;
}

const TEXTS: Record<MessageLanguage, (words: Written) => Omit<EmailContent, "language">> = {
  en: ({ owner, workspace, link, day }) => ({
    subject: `${owner} asks you to coach ${workspace === null ? "with Sideline" : `in ${workspace}`}`,
    text: [
      `${owner} would like you to join ${workspace ?? "the team"} on Sideline as a coach.`,
      "Open this link and sign in with this e-mail address:",
      link,
      `The link works once, for you alone, until ${day}.`,
      "If you do not know the sender, ignore this message.",
    ].join("\n\n"),
    linkLabel: "See the invitation",
  }),
  de: ({ owner, workspace, link, day }) => ({
    subject: `${owner} bittet dich, ${workspace === null ? "mit Sideline" : `in ${workspace}`} zu coachen`,
    text: [
      `${owner} möchte dich als Coach ${workspace === null ? "im Team" : `in ${workspace}`} auf Sideline dabeihaben.`,
      "Öffne diesen Link und melde dich mit dieser E-Mail-Adresse an:",
      link,
      `Der Link gilt einmal, nur für dich, bis zum ${day}.`,
      "Wenn du den Absender nicht kennst, ignoriere diese Nachricht.",
    ].join("\n\n"),
    linkLabel: "Einladung ansehen",
  }),
};
