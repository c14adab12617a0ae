import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { languageOf, type MessageLanguage } from "../../contract/sync/messages.ts";

/** What stands on a locked screen, where others read it too. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
}

/** Never what it is about: no name, no question, no word of body or health. */
const TEXTS: Record<NotificationCategory, Record<MessageLanguage, NotificationText>> = {
  WELCOME: {
    en: { title: "Welcome", body: "Good to have you here. Open the app to begin." },
    de: { title: "Willkommen", body: "Schön, dass du da bist. Öffne die App, um zu beginnen." },
  },
  CLIENT_STARTED_ONBOARDING: {
    en: { title: "A client has joined", body: "Somebody you invited has begun." },
    de: { title: "Neu dabei", body: "Jemand, den du eingeladen hast, hat begonnen." },
  },
  ONBOARDING_REMINDER: {
    en: { title: "Something is waiting for you", body: "Your coach is waiting for your answers." },
    de: { title: "Etwas wartet auf dich", body: "Dein Coach wartet auf deine Antworten." },
  },
  ONBOARDING_NUDGE: {
    en: { title: "Your coach thinks of you", body: "Your answers are still missing." },
    de: { title: "Dein Coach denkt an dich", body: "Deine Antworten fehlen noch." },
  },
  COMPLETION_REQUEST: {
    en: { title: "Your coach asks you", body: "Please finish what you have begun." },
    de: { title: "Dein Coach bittet dich", body: "Bitte schließe ab, was du begonnen hast." },
  },
  FORM_ASSIGNED: {
    en: { title: "New from your coach", body: "There is a form to fill in." },
    de: { title: "Neu von deinem Coach", body: "Ein Formular wartet auf dich." },
  },
  WORKOUT_CONFLICT_REMINDER: {
    en: {
      title: "Something did not get through",
      body: "Open the app to choose what becomes of it.",
    },
    de: { title: "Etwas kam nicht an", body: "Öffne die App und entscheide, was daraus wird." },
  },
  WORKOUT_CONFLICT_UNRESOLVED: {
    en: { title: "Somebody waits for you", body: "Something they sent has been waiting for days." },
    de: { title: "Jemand wartet auf dich", body: "Etwas Gesendetes wartet seit Tagen." },
  },
  COACH_TASK_URGENT: {
    en: { title: "Somebody needs you now", body: "Something urgent stands first in your inbox." },
    de: {
      title: "Jemand wartet dringend auf dich",
      body: "Etwas Dringendes steht oben im Eingang.",
    },
  },
  COACH_TASK_HIGH: {
    en: { title: "New in your inbox", body: "Something should be looked at today." },
    de: { title: "Neu im Eingang", body: "Etwas sollte heute angesehen werden." },
  },
  COACH_TASK_LATE: {
    en: { title: "Overdue in your inbox", body: "Something has waited for longer than it should." },
    de: { title: "Überfällig im Eingang", body: "Etwas wartet länger, als es sollte." },
  },
  INBOX_DIGEST: {
    en: { title: "Your inbox today", body: "Waiting for you: {count}" },
    de: { title: "Dein Eingang heute", body: "Für dich liegt bereit: {count}" },
  },
};

const WHERE_TO_SWITCH_OFF: Record<MessageLanguage, string> = {
  en: "You choose in the app, under Account > Notifications, what you hear of.",
  de: "In der App unter Konto > Mitteilungen bestimmst du, wovon du hörst.",
};

/** Title and body of a notification in the language of a BCP 47 tag, with how much waits where it says so. */
export function notificationText(
  category: NotificationCategory,
  locale: string | null,
  waitingCount = 0,
): NotificationText {
  const { title, body } = TEXTS[category][languageOf(locale)];
  return { title, body: body.replace("{count}", String(waitingCount)) };
}

/** The same as a letter. */
export function notificationLetter(
  category: NotificationCategory,
  locale: string | null,
  waitingCount = 0,
): { readonly subject: string; readonly text: string } {
  const { title, body } = notificationText(category, locale, waitingCount);
  return { subject: title, text: `${body}\n\n${WHERE_TO_SWITCH_OFF[languageOf(locale)]}` };
}
