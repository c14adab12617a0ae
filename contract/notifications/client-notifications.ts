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
        mail: {
          title: "Welcome to Sideline",
          body: "{coach} is glad to have you here{where}. Open the app to get started.",
        },
      },
      de: {
        title: "Willkommen",
        body: "Schön, dass du da bist. Öffne die App, um zu beginnen.",
        setting: "Begrüßung",
        mail: {
          title: "Willkommen bei Sideline",
          body: "{coach} freut sich, dass du{where} dabei bist. Öffne die App, um zu beginnen.",
        },
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
        mail: {
          title: "{coach} is waiting for your answers",
          body: "{coach} needs a few more answers to start with you{where}.",
        },
      },
      de: {
        title: "Etwas wartet auf dich",
        body: "Dein Coach wartet auf deine Antworten.",
        setting: "Deine ersten Fragen warten",
        mail: {
          title: "{coach} wartet auf deine Antworten",
          body: "Einige Antworten fehlen noch, damit {coach}{where} mit dir beginnen kann.",
        },
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
        mail: {
          title: "{coach} is thinking of you",
          body: "Your answers for {coach}{where} are still missing.",
        },
      },
      de: {
        title: "Dein Coach denkt an dich",
        body: "Deine Antworten fehlen noch.",
        setting: "Dein Coach erinnert dich an deine ersten Fragen",
        mail: {
          title: "{coach} denkt an dich",
          body: "Deine Antworten für {coach}{where} fehlen noch.",
        },
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
        mail: {
          title: "{coach} is thinking of you",
          body: "How are things going? {coach} would like to hear from you.",
        },
      },
      de: {
        title: "Dein Coach denkt an dich",
        body: "Wie läuft es bei dir? Dein Coach freut sich, von dir zu hören.",
        setting: "Dein Coach fragt, wie es läuft",
        mail: {
          title: "{coach} denkt an dich",
          body: "Wie läuft es bei dir? {coach} freut sich, von dir zu hören.",
        },
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
        mail: {
          title: "A request from {coach}",
          body: "{coach} asks you to finish what you started{where}.",
        },
      },
      de: {
        title: "Dein Coach bittet dich",
        body: "Bitte schließe ab, was du begonnen hast.",
        setting: "Dein Coach bittet dich, etwas abzuschließen",
        mail: {
          title: "{coach} bittet dich um etwas",
          body: "{coach} bittet dich, abzuschließen, was du{where} begonnen hast.",
        },
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
        mail: {
          title: "New from {coach}",
          body: "{coach} has sent you a form to fill in.",
        },
      },
      de: {
        title: "Neu von deinem Coach",
        body: "Ein Formular wartet auf dich.",
        setting: "Ein neues Formular von deinem Coach",
        mail: {
          title: "Neu von {coach}",
          body: "{coach} hat dir ein Formular geschickt. Fülle es in der App aus.",
        },
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
        mail: {
          title: "Something did not get through",
          body: "{coach} cannot see something that you recorded{where}. Open the app and choose what to do with it.",
        },
      },
      de: {
        title: "Etwas kam nicht an",
        body: "Öffne die App und entscheide, was daraus wird.",
        setting: "Ein Training kam nicht an",
        mail: {
          title: "Etwas kam nicht an",
          body: "{coach} sieht etwas nicht, das du{where} eingetragen hast. Öffne die App und entscheide, was daraus wird.",
        },
      },
    },
  }),
} satisfies Partial<Record<NotificationCategory, DefinedNotification>>;
