import type { keys as english } from "../en/keys.ts";

/** Names of what keys do. */
export const keys: Readonly<Record<keyof typeof english, string>> = {
  "keys.palette": "suchen oder springen",
  "keys.help": "alle Tasten",
  "keys.back": "zurück",
  "keys.move": "bewegen",
  "keys.letters": "Einzelne Tasten wirken",
  "keys.lettersHint": "Tasten mit Strg wirken immer.",
  "keys.everywhere": "Überall",
  "keys.here": "Auf dieser Seite",
};
