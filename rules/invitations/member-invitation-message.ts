import type { MessageLanguage } from "../../contract/language-of.ts";
import type { EmailContent } from "../accounts/email-content.ts";
import { writeEmail } from "../accounts/write-email.ts";
import { writtenDay } from "../written-time.ts";
import { namedWorkspace } from "./named-workspace.ts";
import { whyInvited } from "./why-invited.ts";

/** The mail that invites a coach into a workspace. */
export function memberInvitationMessage(words: MemberInvitationWords): EmailContent {
  const { ownerDisplayName: owner, workspaceName, link, expiresAt, timezone, language } = words;
  const workspace = namedWorkspace(workspaceName, owner);
  const day = writtenDay(expiresAt, { timezone, language });
  const { label, ...written } = TEXTS[language]({ owner, workspace, day });
  const step = { label, url: link };
  const why = whyInvited(language, owner);
  return writeEmail({ language, reader: null, ...written, step, why });
}

/** Link that opens an invitation to join a workspace; the token is in the fragment. */
export function memberInvitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/member-invitation#token=${token}`;
}

/** The contents of the mail that invites to join; the zone is the inviting owner's. */
export interface MemberInvitationWords {
  readonly ownerDisplayName: string;
  readonly language: MessageLanguage;
  readonly timezone: string | null;
  readonly workspaceName: string;
  readonly link: string;
  readonly expiresAt: Date;
}

interface Named {
  readonly owner: string;
  /** Null if the workspace has the owner's name. */
  readonly workspace: string | null;
  readonly day: string;
}

interface Written {
  readonly subject: string;
  readonly body: readonly string[];
  readonly label: string;
  readonly after: readonly string[];
}

const TEXTS: Record<MessageLanguage, (named: Named) => Written> = {
  en: ({ owner, workspace, day }) => ({
    subject: `${owner} asks you to coach ${workspace === null ? "with Sideline" : `in ${workspace}`}`,
    body: [
      `${owner} would like you to join ${workspace ?? "the team"} on Sideline as a coach.`,
      "To accept, sign in with the address that this e-mail was sent to.",
    ],
    label: "Join the team",
    after: [`The link works once, for you alone, until ${day}.`],
  }),
  de: ({ owner, workspace, day }) => ({
    subject: `${owner} bittet Sie, ${workspace === null ? "mit Sideline" : `in ${workspace}`} zu coachen`,
    body: [
      `${owner} möchte Sie als Coach ${workspace === null ? "im Team" : `in ${workspace}`} auf Sideline dabeihaben.`,
      "Um anzunehmen, melden Sie sich mit der Adresse an, an die diese E-Mail ging.",
    ],
    label: "Dem Team beitreten",
    after: [`Der Link gilt einmal, nur für Sie, bis zum ${day}.`],
  }),
};
