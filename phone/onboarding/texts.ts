import type { OnboardingStep } from "../../device/account/types.ts";
import type { OnlineWait } from "../../device/online/types.ts";
import { useLanguage } from "../texts/language.tsx";

/** The texts of the onboarding in the page's language. */
export function useOnboardingTexts(): OnboardingTexts {
  return TEXTS[useLanguage().language];
}

const en = {
  title: "Getting started",
  tasks: { QUESTIONNAIRE: "Questionnaire", BASELINE: "Profile" },
  otherTask: "Another step",
  status: {
    READY: "Open",
    OPENED: "Begun",
    COMPLETED: "Done",
    SKIPPED_FOR_NOW: "Skipped for now",
    CANCELLED: "Not needed",
    EXPIRED: "Closed",
  },
  open: "Open questionnaire",
  resume: "Go on with the questionnaire",
  skip: "Skip for now",
  skippedWhy: "Your coach cannot assign training or nutrition until you have filled it in.",
  sending: "Sending…",
  steps: {
    OPEN: "Opening the questionnaire",
    SKIP: "Skipping the questionnaire",
    COMPLETE: "Completing the questionnaire",
    PROFILE: "Your profile",
  } satisfies Record<OnboardingStep, string>,
  submission: "Your answers to the questionnaire",
  waits: {
    OFFLINE: "It is sent once this device is online.",
    RETRY_AT: "The server has not answered. It is sent again automatically, and counts once.",
    SIGN_IN: "It is sent once you sign in again.",
  } satisfies Record<OnlineWait, string>,
  refusedWhy: {
    OPEN: "The questionnaire is closed.",
    SKIP: "The questionnaire can no longer be skipped.",
    COMPLETE: "The questionnaire was closed before.",
    PROFILE: "Check what you entered, then save it again.",
  } satisfies Record<OnboardingStep, string>,
  dismiss: "Got it",
  skipped: "Skipped for now. You can fill it in at any time.",
  notStored: "This could not be saved. Nothing has changed.",
};

export type OnboardingTexts = typeof en;

const de: OnboardingTexts = {
  title: "Die ersten Schritte",
  tasks: { QUESTIONNAIRE: "Fragebogen", BASELINE: "Profil" },
  otherTask: "Ein weiterer Schritt",
  status: {
    READY: "Offen",
    OPENED: "Begonnen",
    COMPLETED: "Erledigt",
    SKIPPED_FOR_NOW: "Vorerst übersprungen",
    CANCELLED: "Nicht nötig",
    EXPIRED: "Geschlossen",
  },
  open: "Fragebogen öffnen",
  resume: "Fragebogen fortsetzen",
  skip: "Vorerst überspringen",
  skippedWhy:
    "Ihr Coach kann Ihnen weder Training noch Ernährung zuweisen, bis Sie ihn ausgefüllt haben.",
  sending: "Wird gesendet …",
  steps: {
    OPEN: "Öffnen des Fragebogens",
    SKIP: "Überspringen des Fragebogens",
    COMPLETE: "Abschluss des Fragebogens",
    PROFILE: "Ihr Profil",
  },
  submission: "Ihre Antworten auf den Fragebogen",
  waits: {
    OFFLINE: "Wird gesendet, sobald dieses Gerät verbunden ist.",
    RETRY_AT:
      "Der Server hat nicht geantwortet. Es wird automatisch wieder gesendet und zählt einmal.",
    SIGN_IN: "Wird gesendet, sobald Sie sich wieder anmelden.",
  },
  refusedWhy: {
    OPEN: "Der Fragebogen ist geschlossen.",
    SKIP: "Der Fragebogen kann nicht mehr übersprungen werden.",
    COMPLETE: "Der Fragebogen war schon geschlossen.",
    PROFILE: "Prüfen Sie Ihre Eingaben und speichern Sie sie noch einmal.",
  },
  dismiss: "Verstanden",
  skipped: "Vorerst übersprungen. Sie können ihn jederzeit ausfüllen.",
  notStored: "Das konnte nicht gespeichert werden. Nichts hat sich geändert.",
};

const TEXTS = { en, de };
