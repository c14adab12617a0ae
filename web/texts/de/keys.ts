import type { keys as english } from "../en/keys.ts";

/** Names of what keys do. */
export const keys: Readonly<Record<keyof typeof english, string>> = {
  "keys.palette": "suchen oder springen",
  "keys.help": "alle Tasten",
  "keys.goInbox": "Posteingang",
  "keys.goClients": "Klienten",
  "keys.goOnboarding": "Onboarding",
  "keys.goPlans": "Pläne",
  "keys.goForms": "Formulare",
  "keys.goExercises": "Übungen",
  "keys.goSettings": "Einstellungen",
  "keys.back": "zurück",
  "keys.move": "bewegen",
  "keys.everywhere": "Überall",
  "keys.here": "Auf dieser Seite",
};
