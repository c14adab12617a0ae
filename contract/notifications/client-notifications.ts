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
        body: "Schön, dass Sie da sind. Öffnen Sie die App, um zu beginnen.",
        setting: "Begrüßung",
        mail: {
          title: "Willkommen bei Sideline",
          body: "{coach} freut sich, dass Sie{where} dabei sind. Öffnen Sie die App, um zu beginnen.",
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
        title: "Etwas wartet auf Sie",
        body: "Ihr Coach wartet auf Ihre Antworten.",
        setting: "Ihre ersten Fragen warten",
        mail: {
          title: "{coach} wartet auf Ihre Antworten",
          body: "Einige Antworten fehlen noch, damit {coach}{where} mit Ihnen beginnen kann.",
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
        title: "Ihr Coach denkt an Sie",
        body: "Ihre Antworten fehlen noch.",
        setting: "Ihr Coach erinnert Sie an Ihre ersten Fragen",
        mail: {
          title: "{coach} denkt an Sie",
          body: "Ihre Antworten für {coach}{where} fehlen noch.",
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
        title: "Ihr Coach denkt an Sie",
        body: "Wie läuft es bei Ihnen? Ihr Coach freut sich, von Ihnen zu hören.",
        setting: "Ihr Coach fragt, wie es läuft",
        mail: {
          title: "{coach} denkt an Sie",
          body: "Wie läuft es bei Ihnen? {coach} freut sich, von Ihnen zu hören.",
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
        title: "Eine Bitte Ihres Coachs",
        body: "Bitte schließen Sie ab, was Sie begonnen haben.",
        setting: "Ihr Coach bittet Sie, etwas abzuschließen",
        mail: {
          title: "{coach} bittet Sie um etwas",
          body: "{coach} bittet Sie, abzuschließen, was Sie{where} begonnen haben.",
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
        title: "Neu von Ihrem Coach",
        body: "Ein Formular wartet auf Sie.",
        setting: "Ein neues Formular von Ihrem Coach",
        mail: {
          title: "Neu von {coach}",
          body: "{coach} hat Ihnen ein Formular geschickt. Füllen Sie es in der App aus.",
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
        body: "Öffnen Sie die App und entscheiden Sie, was daraus wird.",
        setting: "Ein Training kam nicht an",
        mail: {
          title: "Etwas kam nicht an",
          body: "{coach} sieht etwas nicht, das Sie{where} eingetragen haben. Öffnen Sie die App und entscheiden Sie, was daraus wird.",
        },
      },
    },
  }),
} satisfies Partial<Record<NotificationCategory, DefinedNotification>>;
