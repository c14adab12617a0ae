import type { FormTexts } from "./texts-en.ts";

/** The German texts of forms. */
export const de: FormTexts = {
  gone: "Dieses Formular ist nicht auf diesem Gerät",
  goneWhy: "Aktualisieren Sie den Tag mit Verbindung.",
  state: {
    OPEN: "Auf diesem Gerät nicht begonnen",
    LOCAL_DRAFT: "Auf diesem Gerät gespeichert",
    QUEUED: "Entwurf wartet auf das Senden",
    REJECTED: "Der Server hat den Entwurf nicht angenommen. Ihre Antworten bleiben hier.",
    CONFLICT: "Zwei Entwürfe: Wählen Sie einen",
    SUBMITTING: "Wird abgeschickt, sobald dieses Gerät verbunden ist.",
    SUBMITTED: "Abgeschickt",
    CANCELLED: "Von Ihrem Coach zurückgezogen",
  },
  notWritten: {
    CONFLICT:
      "Nicht gespeichert: Ein anderes Gerät hat einen Entwurf gespeichert. Wählen Sie zuerst einen der beiden.",
    CLOSED: "Nicht gespeichert: Dieses Formular ist abgeschickt oder zurückgezogen.",
    ABSENT: "Nicht gespeichert: Dieses Formular ist nicht auf diesem Gerät.",
    STALE: "Nicht gespeichert: Anderswo wurden neuere Antworten geschrieben. Sie stehen hier.",
  },
  saveDraft: "Entwurf senden",
  savedDraft: "Entwurf eingereiht",
  submit: "Abschicken",
  submitting: "Wird abgeschickt …",
  submitted: "Abgeschickt.",
  submitLater:
    "Noch keine Antwort. Es wird abgeschickt, sobald dieses Gerät verbunden ist, und zählt einmal.",
  submitRefused: "Der Server hat es nicht angenommen. Prüfen Sie Ihre Antworten.",
  submitClosed: "Dieses Formular ist geschlossen.",
  submitConflict:
    "Nicht abgeschickt: Ein anderes Gerät hat einen Entwurf gespeichert. Öffnen Sie das Formular noch einmal, um ihn zu sehen.",
  submitUnseen:
    "Ihre Antworten wurden nicht abgeschickt: Ein anderes Gerät hat einen Entwurf gespeichert. Prüfen Sie die Antworten und schicken Sie sie noch einmal ab.",
  incomplete: (count) =>
    count === 1
      ? "1 Antwort fehlt oder passt nicht."
      : `${count} Antworten fehlen oder passen nicht.`,
  yes: "Ja",
  no: "Nein",
  choose: "Bitte wählen",
  optional: "freiwillig",
  scale: (min, max) => `Von ${min} bis ${max}`,
  conflict:
    "Sie haben dieses Formular auch auf einem anderen Gerät begonnen. Welche Antworten möchten Sie behalten?",
  mine: "Die auf diesem Gerät",
  unsent:
    "Diese Antworten sind nur auf diesem Gerät. Das Formular wurde geschlossen, bevor sie gesendet waren.",
  discard: "Diese Antworten verwerfen",
  discardWaits:
    "Der Server hat noch nicht geantwortet. Versuchen Sie es mit Verbindung noch einmal.",
  theirs: "Die des anderen Geräts",
  savedThere: (time) => `dort gespeichert ${time}`,
  unknownQuestion: "Diese Version der App kann diese Frage nicht zeigen.",
  faults: {
    required: "Bitte beantworten Sie diese Frage.",
    invalid_type: "Das passt nicht zur Frage.",
    too_small: "Das ist zu wenig.",
    too_big: "Das ist zu viel.",
    too_long: "Das ist zu lang.",
    not_a_step: "Das hat zu viele Nachkommastellen.",
    unknown_option: "Wählen Sie eine der Möglichkeiten.",
    duplicate_option: "Wählen Sie jede Möglichkeit einmal.",
    unknown_question: "Diese Frage gibt es nicht mehr.",
    not_shown: "Diese Frage ist verborgen.",
  },
};
