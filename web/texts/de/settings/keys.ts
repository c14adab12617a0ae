import type { ownKeys as english } from "../../en/settings/keys.ts";

/** Texts of the keys. */
export const ownKeys: Readonly<Record<keyof typeof english, string>> = {
  "settings.letterKeys": "Einzelne Tasten",
  "settings.ownKeys": "Buchstaben",
  "settings.ownKeysLead":
    "Geben Sie für eine Aktion einen anderen Buchstaben ein. Tasten mit Strg und Zeichen bleiben. Gilt in diesem Browser.",
  "settings.resetKeys": "Alle wie üblich",
  "settings.usualKey": "üblich: {key}",
  "settings.keyTaken": "{key} ist kein freier Buchstabe. Wählen Sie einen anderen.",
  "settings.letterUnknown": "{code}",
  "settings.letter.a": "Zuweisen",
  "settings.letter.c": "Kopieren; Klienten, nach G",
  "settings.letter.d": "Verwerfen; im Support erneut senden",
  "settings.letter.e": "Prüfen, erledigen, bearbeiten",
  "settings.letter.f": "Filtern; Formulare, nach G",
  "settings.letter.g": "Zu einer Seite gehen, mit einem zweiten Buchstaben",
  "settings.letter.h": "Zurückstellen; mit Umschalt Zurückgestelltes zeigen",
  "settings.letter.i": "Einladen; Posteingang, nach G",
  "settings.letter.j": "Nächste Zeile",
  "settings.letter.k": "Vorige Zeile",
  "settings.letter.m": "Bis hier als gelesen markieren",
  "settings.letter.n": "Neu; erinnern",
  "settings.letter.o": "Übergehen; Onboarding, nach G",
  "settings.letter.p": "Anheften, Vorschau; Pläne, nach G",
  "settings.letter.q": "Frage hinzufügen; mit Umschalt einen Abschnitt",
  "settings.letter.r": "Erneut senden; Grund im Support",
  "settings.letter.s": "Sortieren; Einstellungen, nach G",
  "settings.letter.u": "Support, nach G",
  "settings.letter.v": "Kette im Support prüfen",
  "settings.letter.x": "Auswählen; Übungen, nach G",
  "settings.letter.z": "Rückgängig",
};
