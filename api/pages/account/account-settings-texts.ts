import { NOTIFICATIONS } from "../../../contract/notifications/notifications.ts";
import type { NotificationCategory } from "../../../contract/notifications/vocabulary.ts";
import type { PageLanguage } from "../texts.ts";

/** Texts of the account page about sign-ins and notifications. */
export interface AccountSettingsTexts {
  readonly signIns: string;
  readonly linkInApp: string;
  readonly notices: string;
  readonly noticesIntro: string;
  readonly audiences: Readonly<Record<"COACH" | "CLIENT", string>>;
  readonly category: (category: NotificationCategory) => string;
  readonly ways: string;
  readonly push: string;
  readonly mail: string;
  readonly quietHours: string;
  readonly quiet: string;
  readonly from: string;
  readonly until: string;
  readonly save: string;
  /** Words that the script composes, and texts for refusal codes. */
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
      "Add another one in the app: it asks you to sign in with both within five minutes, which a browser cannot do.",
    notices: "Notifications",
    noticesIntro:
      "Urgent notifications arrive at any hour, as long as push or e-mail is switched on. Messages about the safety of your account always arrive by e-mail.",
    audiences: { COACH: "As a coach", CLIENT: "As a client" },
    category: (category) => NOTIFICATIONS[category].texts.en.setting,
    ways: "How we reach you",
    push: "On the phone (push)",
    mail: "By e-mail",
    quietHours: "Quiet hours",
    quiet: "No notifications during these hours",
    from: "From",
    until: "Until",
    save: "Save",
    words: {
      "email-password": "E-mail and password",
      since: "since",
      used: "last used",
      unlink: "Remove",
      unlinked: "Removed. Its sessions have ended.",
      saved: "Saved.",
      LAST_IDENTITY:
        "This one cannot be removed: without it, you could not sign in any more. Add another verified one in the app first.",
      VALIDATION_FAILED: "Not saved: quiet hours must not end at the time they begin.",
    },
  },
  de: {
    signIns: "Wie Sie sich anmelden",
    linkInApp:
      "Eine weitere fügen Sie in der App hinzu: Dort melden Sie sich innerhalb von fünf Minuten mit beiden an, was ein Browser nicht kann.",
    notices: "Mitteilungen",
    noticesIntro:
      "Dringendes kommt zu jeder Stunde, solange Push oder E-Mail eingeschaltet ist. Was die Sicherheit Ihres Kontos betrifft, kommt immer per E-Mail.",
    audiences: { COACH: "Als Coach", CLIENT: "Als Klient" },
    category: (category) => NOTIFICATIONS[category].texts.de.setting,
    ways: "Wie wir Sie erreichen",
    push: "Auf dem Telefon (Push)",
    mail: "Per E-Mail",
    quietHours: "Ruhezeit",
    quiet: "In diesen Stunden keine Mitteilungen",
    from: "Von",
    until: "Bis",
    save: "Speichern",
    words: {
      "email-password": "E-Mail und Passwort",
      since: "seit",
      used: "zuletzt benutzt",
      unlink: "Entfernen",
      unlinked: "Entfernt. Die Sitzungen damit sind beendet.",
      saved: "Gespeichert.",
      LAST_IDENTITY:
        "Diese lässt sich nicht entfernen: Ohne sie könnten Sie sich nicht mehr anmelden. Fügen Sie zuerst in der App eine andere bestätigte hinzu.",
      VALIDATION_FAILED: "Nicht gespeichert: Die Ruhezeit darf nicht enden, wenn sie beginnt.",
    },
  },
};
