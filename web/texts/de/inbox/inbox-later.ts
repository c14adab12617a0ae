import type { inboxLater as english } from "../../en/inbox/inbox-later.ts";

/** Texts of the parts of the inbox that load after its rows: a client’s days, the filter, and reasons. */
export const inboxLater: Readonly<Record<keyof typeof english, string>> = {
  "inbox.before.title": "Bevor Sie entscheiden",
  "inbox.before.percent": "{count} Tage, {percent} von 7 Tagen, {rating}",
  "inbox.before.noPercent": "{count} Tage, {rating}",
  "inbox.narrow.title": "„{view}“ filtern",
  "inbox.narrow.type": "Art der Aufgabe",
  "inbox.narrow.coach": "Coach",
  "inbox.narrow.coachHint": "Aufgaben dieses Coachs oder über dessen Klienten.",
  "inbox.narrow.any": "Alle",
  "inbox.narrow.show": "Aufgaben zeigen",
  "inbox.why.PROFILE_READY":
    "Das Profil ist vollständig oder wurde geändert, und niemand hat es angesehen.",
  "inbox.why.FORM_SUBMITTED": "Ein Formular wurde abgegeben, und niemand hat es angesehen.",
  "inbox.why.QUESTIONNAIRE_SKIPPED": "Der Fragebogen wurde verschoben.",
  "inbox.why.WORKOUT_SUBMITTED": "Ein Training wurde abgegeben, dessen Plan eine Prüfung verlangt.",
  "inbox.why.CHECK_INS_MISSED": "Seit dem letzten Check-in wurden weitere verpasst.",
  "inbox.why.ADHERENCE_FELL":
    "Vom Geplanten wird weniger erledigt, als der Arbeitsbereich verlangt.",
  "inbox.why.HELP_NEEDED": "Eine Aufgabe wurde so übersprungen, dass ein Coach gefragt ist.",
  "inbox.why.OBSTACLES_MET": "Aufgaben wurden übersprungen, weil etwas im Weg stand.",
  "inbox.why.TASKS_SKIPPED": "Aufgaben werden immer wieder übersprungen.",
  "inbox.why.MESSAGE_WAITS": "Eine Nachricht wartet auf Antwort.",
  "inbox.why.SOURCE_DELETED": "Die Quelle dieser Aufgabe wurde gelöscht.",
  "inbox.why.OTHER": "Ein anderer Grund: {code}.",
};
