import type { NotificationText } from "../../contract/notifications/define-notification.ts";
import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import type { EmailContent } from "../accounts/email-content.ts";

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

/** The same as a mail. */
export function notificationEmail(
  category: NotificationCategory,
  locale: string | null,
  waitingCount = 0,
): EmailContent {
  const language = languageOf(locale);
  const { title, body } = notificationText(category, locale, waitingCount);
  return { language, subject: title, text: `${body}\n\n${WHERE_TO_SWITCH_OFF[language]}` };
}

const WHERE_TO_SWITCH_OFF: Record<MessageLanguage, string> = {
  en: "Choose what we notify you about in the app, under Account > Notifications.",
  de: "Worüber wir dich benachrichtigen, bestimmst du in der App unter Konto > Mitteilungen.",
};
