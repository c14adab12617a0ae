import { defineNotification, type DefinedNotification } from "./define-notification.ts";
import type { NotificationCategory } from "./vocabulary.ts";

/** The categories of which coaches are notified. */
export const COACH_NOTIFICATIONS = {
  CLIENT_STARTED_ONBOARDING: defineNotification({
    audience: "COACH",
    severity: "HIGH",
    texts: {
      en: {
        title: "A client has joined",
        body: "Somebody you invited has started.",
        setting: "A client has joined",
        mail: {
          title: "{client} has joined",
          body: "{client} accepted your invitation and has started{where}.",
        },
      },
      de: {
        title: "Neu dabei",
        body: "Jemand, den Sie eingeladen haben, hat begonnen.",
        setting: "Jemand ist neu dabei",
        mail: {
          title: "{client} ist dabei",
          body: "{client} hat Ihre Einladung angenommen und{where} begonnen.",
        },
      },
    },
  }),
  INVITATION_NEEDS_ATTENTION: defineNotification({
    audience: "COACH",
    severity: "NORMAL",
    gatherMinutes: 15,
    texts: {
      en: {
        title: "Your invitations",
        body: "Something about your invitations needs you.",
        setting: "An invitation expires or did not arrive",
      },
      de: {
        title: "Ihre Einladungen",
        body: "Ihre Einladungen brauchen Ihre Aufmerksamkeit.",
        setting: "Eine Einladung läuft ab oder kam nicht an",
      },
    },
  }),
  WORKOUT_CONFLICT_UNRESOLVED: defineNotification({
    audience: "COACH",
    severity: "NORMAL",
    texts: {
      en: {
        title: "Somebody is waiting for you",
        body: "Something they sent has been waiting for days.",
        setting: "A client's workout has waited for days",
      },
      de: {
        title: "Jemand wartet auf Sie",
        body: "Etwas Gesendetes wartet seit Tagen.",
        setting: "Das Training von jemandem wartet seit Tagen",
      },
    },
  }),
  COACH_TASK_URGENT: defineNotification({
    audience: "COACH",
    severity: "URGENT",
    showsBadge: true,
    texts: {
      en: {
        title: "Somebody needs you now",
        body: "Something urgent is at the top of your inbox.",
        setting: "Urgent in your inbox",
      },
      de: {
        title: "Jemand wartet dringend auf Sie",
        body: "Etwas Dringendes steht oben im Posteingang.",
        setting: "Dringendes im Posteingang",
      },
    },
  }),
  COACH_TASK_HIGH: defineNotification({
    audience: "COACH",
    severity: "HIGH",
    showsBadge: true,
    texts: {
      en: {
        title: "New in your inbox",
        body: "Something needs a look today.",
        setting: "Something to look at today",
      },
      de: {
        title: "Neu im Posteingang",
        body: "Etwas sollte heute angesehen werden.",
        setting: "Etwas, das heute angesehen werden sollte",
      },
    },
  }),
  COACH_TASK_LATE: defineNotification({
    audience: "COACH",
    severity: "HIGH",
    showsBadge: true,
    texts: {
      en: {
        title: "Overdue in your inbox",
        body: "Something has been waiting longer than it should.",
        setting: "Overdue in your inbox",
      },
      de: {
        title: "Überfällig im Posteingang",
        body: "Etwas wartet länger, als es sollte.",
        setting: "Überfälliges im Posteingang",
      },
    },
  }),
  INBOX_DIGEST: defineNotification({
    audience: "COACH",
    severity: "LOW",
    ways: "PUSH_AND_MAIL",
    atItsHour: true,
    showsBadge: true,
    unsubscribes: true,
    texts: {
      en: {
        title: "Your inbox today",
        body: "Tasks waiting for you: {count}",
        setting: "A daily summary of your inbox",
      },
      de: {
        title: "Ihr Posteingang heute",
        body: "Aufgaben, die auf Sie warten: {count}",
        setting: "Einmal am Tag Ihr Posteingang im Überblick",
      },
    },
  }),
} satisfies Partial<Record<NotificationCategory, DefinedNotification>>;
