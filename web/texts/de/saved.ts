import type { saved as english } from "../en/saved.ts";

/** Texts of the saved views of a list. */
export const saved: Readonly<Record<keyof typeof english, string>> = {
  "saved.save": "Ansicht speichern",
  "saved.title": "Eigene Ansichten",
  "saved.present": "Diese Liste zeigt: {view}.",
  "saved.shown": "Diese Liste zeigt „{name}“.",
  "saved.name": "Name",
  "saved.hint":
    "Ansicht, Filter und Reihenfolge bleiben in diesem Browser, unter einem Namen, der keinen Klienten nennt. Gesuchter Text bleibt nicht.",
  "saved.saveThis": "Diese Ansicht speichern",
  "saved.rename": "Umbenennen",
  "saved.delete": "„{name}“ löschen",
  "saved.full": "Es sind schon {count}. Löschen Sie zuerst eine.",
  "saved.refused": "Dieser Browser behält sie nicht.",
  "saved.fault.EMPTY": "Geben Sie ihr einen Namen.",
  "saved.fault.CONTACT": "Ein Name darf weder E-Mail-Adresse noch Telefonnummer sein.",
  "saved.fault.TAKEN": "So heißt schon eine andere gespeicherte Ansicht.",
  "saved.fault.CLIENT": "So heißt ein Klient. Der Name läge auf diesem Computer.",
};
