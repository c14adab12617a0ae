import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import type { PageLanguage } from "./texts.ts";

/** What the page of the account says of sign-ins and of what a person is told of. */
export interface AccountSettingsTexts {
  readonly signIns: string;
  readonly linkInApp: string;
  readonly notices: string;
  readonly noticesIntro: string;
  readonly audiences: Readonly<Record<"COACH" | "CLIENT", string>>;
  readonly categories: Readonly<Record<NotificationCategory, string>>;
  readonly ways: string;
  readonly push: string;
  readonly mail: string;
  readonly quietHours: string;
  readonly quiet: string;
  readonly from: string;
  readonly until: string;
  readonly save: string;
  /** Words that the script puts together, and what it says to codes of refusals. */
  readonly words: Readonly<Record<SettingsWord, string>>;
}

type SettingsWord =
  | "email-password"
  | "since"
  | "used"
  | "unlink"
  | "unlinked"
  | "saved"
  | "LAST_IDENTITY"
  | "VALIDATION_FAILED";

export const ACCOUNT_SETTINGS_TEXTS: Readonly<Record<PageLanguage, AccountSettingsTexts>> = {
  en: {
    signIns: "Ways to sign in",
    linkInApp:
      "A further one is added in the app: both are proved within five minutes, and a browser is signed in with one at a time.",
    notices: "What you are told of",
    noticesIntro:
      "Something urgent comes at any hour, as long as one of the two ways is open. What concerns the safety of your account always comes by e-mail.",
    audiences: { COACH: "As a coach", CLIENT: "As a client" },
    categories: {
      WELCOME: "Your welcome",
      CLIENT_STARTED_ONBOARDING: "A client has joined",
      ONBOARDING_REMINDER: "Your first questions wait for answers",
      ONBOARDING_NUDGE: "Your coach reminds you of them",
      COMPLETION_REQUEST: "Your coach asks you to finish something",
      FORM_ASSIGNED: "A new form from your coach",
      WORKOUT_CONFLICT_REMINDER: "A workout did not get through",
      WORKOUT_CONFLICT_UNRESOLVED: "A client's workout has waited for days",
      COACH_TASK_URGENT: "Urgent in your inbox",
      COACH_TASK_HIGH: "To be looked at today",
      COACH_TASK_LATE: "Overdue in your inbox",
      INBOX_DIGEST: "Your inbox once a day",
    },
    ways: "How",
    push: "On the phone (push)",
    mail: "By e-mail",
    quietHours: "Quiet hours",
    quiet: "Tell me nothing at these hours of my day",
    from: "From",
    until: "Until",
    save: "Save",
    words: {
      "email-password": "E-mail and password",
      since: "since",
      used: "last used",
      unlink: "Remove",
      unlinked: "Removed. Its sign-ins have ended.",
      saved: "Saved.",
      LAST_IDENTITY:
        "This one stays: without it nothing proves that the account is yours. Add another verified one in the app first.",
      VALIDATION_FAILED: "Not saved: quiet hours have to end at another time than they begin.",
    },
  },
  de: {
    signIns: "Wie du dich anmeldest",
    linkInApp:
      "Eine weitere kommt in der App dazu: Beide werden innerhalb von fünf Minuten nachgewiesen, und ein Browser ist immer nur mit einer angemeldet.",
    notices: "Wovon du hörst",
    noticesIntro:
      "Etwas Dringendes kommt zu jeder Stunde, solange einer der beiden Wege offen ist. Was die Sicherheit deines Kontos betrifft, kommt immer per E-Mail.",
    audiences: { COACH: "Als Coach", CLIENT: "Als Klient" },
    categories: {
      WELCOME: "Deine Begrüßung",
      CLIENT_STARTED_ONBOARDING: "Jemand ist neu dabei",
      ONBOARDING_REMINDER: "Die ersten Fragen warten auf Antworten",
      ONBOARDING_NUDGE: "Dein Coach erinnert dich daran",
      COMPLETION_REQUEST: "Dein Coach bittet dich, etwas abzuschließen",
      FORM_ASSIGNED: "Ein neues Formular von deinem Coach",
      WORKOUT_CONFLICT_REMINDER: "Ein Training kam nicht an",
      WORKOUT_CONFLICT_UNRESOLVED: "Das Training von jemandem wartet seit Tagen",
      COACH_TASK_URGENT: "Dringendes im Eingang",
      COACH_TASK_HIGH: "Heute anzusehen",
      COACH_TASK_LATE: "Überfälliges im Eingang",
      INBOX_DIGEST: "Dein Eingang einmal am Tag",
    },
    ways: "Wie",
    push: "Auf dem Telefon (Push)",
    mail: "Per E-Mail",
    quietHours: "Ruhezeit",
    quiet: "In diesen Stunden meines Tages nichts melden",
    from: "Von",
    until: "Bis",
    save: "Speichern",
    words: {
      "email-password": "E-Mail und Passwort",
      since: "seit",
      used: "zuletzt benutzt",
      unlink: "Entfernen",
      unlinked: "Entfernt. Was damit angemeldet war, ist beendet.",
      saved: "Gespeichert.",
      LAST_IDENTITY:
        "Diese bleibt: Ohne sie beweist nichts, dass das Konto dir gehört. Füge zuerst in der App eine andere bestätigte hinzu.",
      VALIDATION_FAILED:
        "Nicht gespeichert: Die Ruhezeit muss zu einer anderen Zeit enden, als sie beginnt.",
    },
  },
};
