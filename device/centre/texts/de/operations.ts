import type { OperationTexts } from "../types.ts";

/** German sentences for the person's actions. */
export const operations: OperationTexts = {
  "quick-log.complete-task": ({ task }) => `${task}: erledigt`,
  "quick-log.complete-item": ({ task, item }) => `${task}: ${item ?? "ein Punkt"} abgehakt`,
  "quick-log.complete-all": ({ task }) => `${task}: alles abgehakt`,
  "quick-log.record-value": ({ task, value }) => `${task}: ${value} erfasst`,
  "quick-log.skip": ({ task, item }) =>
    item === null ? `${task}: ausgelassen` : `${task}: ${item} ausgelassen`,
  "quick-log.open-structured-log": ({ task }) => `${task}: geöffnet`,
  "quick-log.snooze": ({ task, number }) =>
    `${task}: um ${number === 1 ? "1 Minute" : `${number} Minuten`} verschoben`,
  "quick-log.undo": ({ task }) => `${task}: rückgängig gemacht`,
  "quick-log.import-value": ({ value, day }) =>
    value === ""
      ? `Gesundheits-App: Wert vom ${day} zurückgezogen`
      : `Gesundheits-App: ${value} am ${day}`,
  "today.start": ({ task }) => `${task}: geöffnet`,
  "today.complete": ({ task }) => `${task}: erledigt`,
  "today.skip": ({ task }) => `${task}: ausgelassen`,
  "workout.start-session": ({ task }) => `${task}: Training begonnen`,
  "workout.upsert-exercise": ({ task }) => `${task}: Notiz zu einer Übung`,
  "workout.upsert-set": ({ task, number }) =>
    `${task}: ${number === 1 ? "1 Satz" : `${number} Sätze`} erfasst`,
  "workout.skip-exercise": ({ task }) => `${task}: Übung ausgelassen`,
  "workout.use-alternative": ({ task }) => `${task}: Übung ersetzt`,
  "workout.submit-session": ({ task }) => `${task}: Training abgeschlossen`,
  "workout.correct-session": ({ task, number }) =>
    `${task}: ${number === 1 ? "1 Satz" : `${number} Sätze`} korrigiert`,
  "workout.discard-session": ({ task }) => `${task}: Training verworfen`,
  "form.save-draft": ({ number }) =>
    `Formular: ${number === 1 ? "1 Antwort" : `${number} Antworten`} gespeichert`,
  "day.review": ({ day }) => `Tag vom ${day}: geprüft`,
  "inbox.start": () => "Posteingang: Aufgabe begonnen",
  "inbox.resolve": () => "Posteingang: Aufgabe erledigt",
  "inbox.review": () => "Posteingang: Aufgabe geprüft",
  "inbox.dismiss": () => "Posteingang: Aufgabe verworfen",
  "inbox.snooze": () => "Posteingang: Aufgabe verschoben",
  "inbox.unsnooze": () => "Posteingang: Aufgabe wieder vorgeholt",
  "inbox.undo": () => "Posteingang: Aktion rückgängig gemacht",
  "inbox.pin": () => "Posteingang: Aufgabe angeheftet",
  "inbox.unpin": () => "Posteingang: Aufgabe gelöst",
};
