import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { languageOf, type MessageLanguage } from "../../contract/sync/messages.ts";
import type { EmailContent } from "../accounts/email-content.ts";

/** The text on a locked screen, where others may read it too. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
}

/** The texts never contain the subject: no name, no question, nothing about body or health. */
const TEXTS: Record<NotificationCategory, Record<MessageLanguage, NotificationText>> = {
  WELCOME: {
    en: { title: "Welcome", body: "Good to have you here. Open the app to get started." },
    de: { title: "Willkommen", body: "Schön, dass du da bist. Öffne die App, um zu beginnen." },
  },
  CLIENT_STARTED_ONBOARDING: {
    en: { title: "A client has joined", body: "Somebody you invited has started." },
    de: { title: "Neu dabei", body: "Jemand, den du eingeladen hast, hat begonnen." },
  },
  ONBOARDING_REMINDER: {
    en: { title: "Something is waiting for you", body: "Your coach is waiting for your answers." },
    de: { title: "Etwas wartet auf dich", body: "Dein Coach wartet auf deine Antworten." },
  },
  ONBOARDING_NUDGE: {
    en: { title: "Your coach is thinking of you", body: "Your answers are still missing." },
    de: { title: "Dein Coach denkt an dich", body: "Deine Antworten fehlen noch." },
  },
  COMPLETION_REQUEST: {
    en: { title: "A request from your coach", body: "Please finish what you started." },
    de: { title: "Dein Coach bittet dich", body: "Bitte schließe ab, was du begonnen hast." },
  },
  FORM_ASSIGNED: {
    en: { title: "New from your coach", body: "There is a form to fill in." },
    de: { title: "Neu von deinem Coach", body: "Ein Formular wartet auf dich." },
  },
  WORKOUT_CONFLICT_REMINDER: {
    en: {
      title: "Something did not get through",
      body: "Open the app and choose what to do with it.",
    },
    de: { title: "Etwas kam nicht an", body: "Öffne die App und entscheide, was daraus wird." },
  },
  WORKOUT_CONFLICT_UNRESOLVED: {
    en: {
      title: "Somebody is waiting for you",
      body: "Something they sent has been waiting for days.",
    },
    de: { title: "Jemand wartet auf dich", body: "Etwas Gesendetes wartet seit Tagen." },
  },
  COACH_TASK_URGENT: {
    en: { title: "Somebody needs you now", body: "Something urgent is at the top of your inbox." },
    de: {
      title: "Jemand wartet dringend auf dich",
      body: "Etwas Dringendes steht oben im Eingang.",
    },
  },
  COACH_TASK_HIGH: {
    en: { title: "New in your inbox", body: "Something needs a look today." },
    de: { title: "Neu im Eingang", body: "Etwas sollte heute angesehen werden." },
  },
  COACH_TASK_LATE: {
    en: {
      title: "Overdue in your inbox",
      body: "Something has been waiting longer than it should.",
    },
    de: { title: "Überfällig im Eingang", body: "Etwas wartet länger, als es sollte." },
  },
  INBOX_DIGEST: {
    en: { title: "Your inbox today", body: "Waiting for you: {count}" },
    de: { title: "Dein Eingang heute", body: "Für dich liegt bereit: {count}" },
  },
};

const WHERE_TO_SWITCH_OFF: Record<MessageLanguage, string> = {
  en: "Choose what we notify you about in the app, under Account > Notifications.",
  de: "Worüber wir dich benachrichtigen, bestimmst du in der App unter Konto > Mitteilungen.",
};

/**
 * Title and body of a notification in the language of a BCP 47 tag, with the number of waiting tasks if the category
 * shows it.
 */
export function notificationText(
  category: NotificationCategory,
  locale: string | null,
  waitingCount = 0,
): NotificationText {
  const { title, body } = TEXTS[category][languageOf(locale)];
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
