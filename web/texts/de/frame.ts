import type { frame as english } from "../en/frame.ts";

/** Texts of the frame around every page. */
export const frame: Readonly<Record<keyof typeof english, string>> = {
  "frame.product": "Sideline",
  "frame.main": "Hauptnavigation",
  "frame.inbox": "Posteingang",
  "frame.clients": "Klienten",
  "frame.onboarding": "Onboarding",
  "frame.settings": "Einstellungen",
  "frame.plans": "Pläne",
  "frame.library": "Bibliothek",
  "frame.more": "Mehr",
  "frame.jump": "Suchen oder springen",
  "frame.skip": "Zum Seiteninhalt",
  "frame.offline": "Offline seit {time}",
  "frame.offlineLead":
    "Sie sehen, was zuvor gelesen wurde. Aktionen scheitern, bis Sie online sind.",
  "frame.signOut": "Abmelden",
  "frame.loading": "Wird geladen",
  "frame.retry": "Erneut versuchen",
  "frame.requestId": "Anfrage {id}",
  "frame.close": "Schließen",
  "frame.cancel": "Abbrechen",
  "frame.crashed": "Diese Seite ist abgebrochen",
  "frame.crashedLead":
    "Was Sie bestätigt haben, ist gespeichert. Laden Sie die Seite neu. Bricht sie wieder ab, sagen Sie uns, was Sie getan haben.",
  "frame.loadAgain": "Seite neu laden",
  "frame.notFound": "Diese Seite gibt es nicht",
  "frame.notFoundLead": "Die Adresse ist vielleicht alt, oder ein Buchstabe fehlt.",
  "frame.toInbox": "Zum Posteingang",
  "frame.undo": "Rückgängig",
  "frame.palette": "Suchen oder springen",
  "frame.paletteHint": "Seite, Klient oder Aktion eingeben",
  "frame.paletteEmpty": "Nichts hat diesen Namen",
  "frame.allKeys": "Alle Tasten",
};
