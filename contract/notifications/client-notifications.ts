import { defineNotification, type DefinedNotification } from "./define-notification.ts";
import type { NotificationCategory } from "./vocabulary.ts";

/** The categories of which clients are notified. */
export const CLIENT_NOTIFICATIONS = {
  WELCOME: defineNotification({
    audience: "CLIENT",
    severity: "LOW",
    ways: "PUSH_AND_MAIL",
    texts: {
      en: {
        title: "Welcome",
        body: "Good to have you here. Open the app to get started.",
        setting: "Welcome",
      },
      de: {
        title: "Willkommen",
        body: "Schön, dass du da bist. Öffne die App, um zu beginnen.",
        setting: "Begrüßung",
      },
    },
  }),
  ONBOARDING_REMINDER: defineNotification({
    audience: "CLIENT",
    severity: "NORMAL",
    daily: true,
    texts: {
      en: {
        title: "Something is waiting for you",
        body: "Your coach is waiting for your answers.",
        setting: "Your first questions are waiting",
      },
      de: {
        title: "Etwas wartet auf dich",
        body: "Dein Coach wartet auf deine Antworten.",
        setting: "Deine ersten Fragen warten",
      },
    },
  }),
  ONBOARDING_NUDGE: defineNotification({
    audience: "CLIENT",
    severity: "NORMAL",
    texts: {
      en: {
        title: "Your coach is thinking of you",
        body: "Your answers are still missing.",
        setting: "Your coach reminds you of your first questions",
      },
      de: {
        title: "Dein Coach denkt an dich",
        body: "Deine Antworten fehlen noch.",
        setting: "Dein Coach erinnert dich an deine ersten Fragen",
      },
    },
  }),
  CHECK_IN_NUDGE: defineNotification({
    audience: "CLIENT",
    severity: "NORMAL",
    texts: {
      en: {
        title: "Your coach is thinking of you",
        body: "How are things going? Your coach would like to hear from you.",
        setting: "Your coach asks how things are going",
      },
      de: {
        title: "Dein Coach denkt an dich",
        body: "Wie läuft es bei dir? Dein Coach freut sich, von dir zu hören.",
        setting: "Dein Coach fragt, wie es läuft",
      },
    },
  }),
  COMPLETION_REQUEST: defineNotification({
    audience: "CLIENT",
    severity: "HIGH",
    texts: {
      en: {
        title: "A request from your coach",
        body: "Please finish what you started.",
        setting: "Your coach asks you to finish something",
      },
      de: {
        title: "Dein Coach bittet dich",
        body: "Bitte schließe ab, was du begonnen hast.",
        setting: "Dein Coach bittet dich, etwas abzuschließen",
      },
    },
  }),
  FORM_ASSIGNED: defineNotification({
    audience: "CLIENT",
    severity: "NORMAL",
    texts: {
      en: {
        title: "New from your coach",
        body: "There is a form to fill in.",
        setting: "A new form from your coach",
      },
      de: {
        title: "Neu von deinem Coach",
        body: "Ein Formular wartet auf dich.",
        setting: "Ein neues Formular von deinem Coach",
      },
    },
  }),
  WORKOUT_CONFLICT_REMINDER: defineNotification({
    audience: "CLIENT",
    severity: "NORMAL",
    daily: true,
    texts: {
      en: {
        title: "Something did not get through",
        body: "Open the app and choose what to do with it.",
        setting: "A workout did not get through",
      },
      de: {
        title: "Etwas kam nicht an",
        body: "Öffne die App und entscheide, was daraus wird.",
        setting: "Ein Training kam nicht an",
      },
    },
  }),
} satisfies Partial<Record<NotificationCategory, DefinedNotification>>;
