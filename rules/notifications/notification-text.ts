import type { NotificationText } from "../../contract/notifications/define-notification.ts";
import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import { PAGE_PATHS } from "../../contract/page-paths.ts";
import type { EmailContent } from "../accounts/email-content.ts";
import { writeEmail } from "../accounts/write-email.ts";
import { invitationNotice, type NoticedInvitation } from "./invitation-notice.ts";
import { coachAppLink } from "../workspaces/coach-app-link.ts";
import { placeOf } from "../workspaces/place-of.ts";

/**
 * Title and body of a notification in the language of a BCP 47 tag, with the number of waiting tasks if the category
 * shows it.
 */
export function notificationText(
  category: NotificationCategory,
  locale: string | null,
  waitingCount = 0,
): NotificationText {
  const { title, body } = NOTIFICATIONS[category].texts[languageOf(locale)];
  return { title, body: body.replace("{count}", String(waitingCount)) };
}

/** The same as an e-mail, which also names people, with a button that opens the reader's app. */
export function notificationEmail(
  category: NotificationCategory,
  reader: NotifiedReader,
): EmailContent {
  const { name, locale, workspaceId, publicUrl } = reader;
  const language = languageOf(locale);
  const { title, body } = emailText(category, reader);
  const isNotice = reader.invitations.length > 0;
  const { audience } = NOTIFICATIONS[category];
  const isClient = audience === "CLIENT";
  const { app, invitations, settings, why } = SHARED[language];
  return writeEmail({
    language,
    reader: name,
    subject: title,
    body,
    step: {
      label: isNotice ? invitations : app[audience],
      url: isClient ? `${publicUrl}${PAGE_PATHS.clientApp}` : coachAppLink(publicUrl, workspaceId),
    },
    why,
    settings: { label: settings, url: `${publicUrl}${PAGE_PATHS.account}` },
  });
}

/**
 * The text with the names of the invitations or the relationship. Without such a text or name: the text of the push.
 */
function emailText(category: NotificationCategory, reader: NotifiedReader): EmailText {
  const { name, locale, waitingCount, coachName, clientName, workspaceName } = reader;
  const language = languageOf(locale);
  const { invitations, timezone } = reader;
  if (invitations.length > 0) return invitationNotice(invitations, { language, timezone });
  const { mail } = NOTIFICATIONS[category].texts[language];
  if (mail === undefined || coachName === null || clientName === null) {
    const { title, body } = notificationText(category, locale, waitingCount);
    return { title, body: [body] };
  }
  const where = placeOf(workspaceName, [name, coachName, clientName]);
  const names: Readonly<Record<string, string>> = { coach: coachName, client: clientName, where };
  const write = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (place, key: string) => names[key] ?? place);
  return { title: write(mail.title), body: [write(mail.body)] };
}

interface EmailText {
  readonly title: string;
  /** Paragraphs. */
  readonly body: readonly string[];
}

/** The reader of a notification's e-mail. */
export interface NotifiedReader {
  readonly name: string;
  /** BCP 47. */
  readonly locale: string | null;
  readonly waitingCount: number;
  /** The people of the relationship that it is about; null without one, or once an account is deleted. */
  readonly coachName: string | null;
  readonly clientName: string | null;
  /** The workspace that it is about; null without one, or with more than one. */
  readonly workspaceId: string | null;
  readonly workspaceName: string | null;
  /** The invitations that it is about, if it is about any. */
  readonly invitations: readonly NoticedInvitation[];
  readonly timezone: string;
  /** Address of our pages. */
  readonly publicUrl: string;
}

const SHARED = {
  en: {
    app: { CLIENT: "Open the app", COACH: "Open my inbox" },
    invitations: "Open my invitations",
    settings: "Choose your notifications",
    why: "You get this e-mail because this notification is switched on.",
  },
  de: {
    app: { CLIENT: "App öffnen", COACH: "Posteingang öffnen" },
    invitations: "Einladungen öffnen",
    settings: "Mitteilungen wählen",
    why: "Sie bekommen diese E-Mail, weil diese Mitteilung eingeschaltet ist.",
  },
} as const satisfies Record<MessageLanguage, object>;
