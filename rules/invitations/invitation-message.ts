import type { MessageLanguage } from "../../contract/language-of.ts";
import type { EmailContent } from "../accounts/email-content.ts";
import { writeEmail } from "../accounts/write-email.ts";
import { placeOf } from "../workspaces/place-of.ts";
import { writtenDay } from "../written-time.ts";
import { namedWorkspace } from "./named-workspace.ts";
import { whyInvited } from "./why-invited.ts";

/** The mail that delivers an invitation. */
export const invitationMessage = (words: InvitationWords): EmailContent => emailOf(INVITED, words);

/** The contents of an invitation's mail. The invited person's zone is unknown, so it uses the coach's. */
export interface InvitationWords {
  readonly coachDisplayName: string;
  readonly language: MessageLanguage;
  readonly timezone: string | null;
  readonly workspaceName: string;
  readonly link: string;
  readonly expiresAt: Date;
}

/** The mail that reminds of an invitation before its link closes. */
export const invitationReminder = (words: InvitationWords): EmailContent =>
  emailOf(REMINDED, words);

interface Named {
  readonly coach: string;
  /** Null if the workspace has the coach's name. */
  readonly workspace: string | null;
  /** Empty, or ` in` the workspace. */
  readonly where: string;
}
type Opening = Record<
  MessageLanguage,
  (named: Named) => { readonly subject: string; readonly opening: string }
>;

const INVITED: Opening = {
  en: ({ coach, workspace, where }) => ({
    subject: `${coach} invites you to ${workspace ?? "Sideline"}`,
    opening: `${coach} would like to coach you${where}. With the Sideline app you see your plan for each day and record what you did, even without signal.`,
  }),
  de: ({ coach, workspace, where }) => ({
    subject: `${coach} lädt Sie zu ${workspace ?? "Sideline"} ein`,
    opening: `${coach} möchte Sie${where} coachen. In der Sideline-App sehen Sie Ihren Plan für jeden Tag und halten fest, was Sie gemacht haben, auch ohne Netz.`,
  }),
};

const REMINDED: Opening = {
  en: ({ coach, workspace, where }) => ({
    subject: `Your invitation to ${workspace ?? "Sideline"} expires soon`,
    opening: `${coach} invited you to be coached${where} with Sideline. You have not accepted yet.`,
  }),
  de: ({ coach, workspace, where }) => ({
    subject: `Ihre Einladung zu ${workspace ?? "Sideline"} läuft bald ab`,
    opening: `${coach} hat Sie eingeladen, sich${where} mit Sideline coachen zu lassen. Sie haben noch nicht angenommen.`,
  }),
};

const REST: Record<
  MessageLanguage,
  { readonly phone: string; readonly label: string; readonly valid: (day: string) => string }
> = {
  en: {
    phone: "Open this e-mail on your phone to accept.",
    label: "Accept the invitation",
    valid: (day) => `The link works once, for you alone, until ${day}.`,
  },
  de: {
    phone: "Öffnen Sie diese E-Mail auf Ihrem Telefon, um anzunehmen.",
    label: "Einladung annehmen",
    valid: (day) => `Der Link gilt einmal, nur für Sie, bis zum ${day}.`,
  },
};

function emailOf(opening: Opening, words: InvitationWords): EmailContent {
  const { coachDisplayName: coach, workspaceName, link, expiresAt, timezone, language } = words;
  const workspace = namedWorkspace(workspaceName, coach);
  const where = placeOf(workspaceName, [coach]);
  const { subject, opening: first } = opening[language]({ coach, workspace, where });
  const { phone, label, valid } = REST[language];
  return writeEmail({
    language,
    // The coach's name for the person stays with the coaches (docs/rooms/invitations.md#contacts).
    reader: null,
    subject,
    body: [first, phone],
    step: { label, url: link },
    after: [valid(writtenDay(expiresAt, { timezone, language }))],
    why: whyInvited(language, coach),
  });
}
