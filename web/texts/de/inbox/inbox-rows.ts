import type { inboxRows as english } from "../../en/inbox/inbox-rows.ts";

/** Texts of the rows of the inbox: kinds of tasks, sentences around one fact, and how a task closes by itself. */
export const inboxRows: Readonly<Record<keyof typeof english, string>> = {
  "inbox.kind.ADHERENCE_FELL": "Vom Plan abgekommen",
  "inbox.kind.HELP_NEEDED": "Braucht Hilfe",
  "inbox.kind.OBSTACLES_MET": "Hindernisse",
  "inbox.kind.QUESTIONNAIRE_SKIPPED": "Fragebogen",
  "inbox.kind.TASKS_SKIPPED": "Übersprungene Aufgaben",
  "inbox.says.PROFILE": "Profil vervollständigt oder geändert: {fact}",
  "inbox.says.FORM":
    "{fact} {count, plural, one {abgegeben am {date}} other {#-mal abgegeben, zuletzt am {date}}}",
  "inbox.says.QUESTIONNAIRE": "{fact} verschoben am {date}",
  "inbox.says.putOff": "Fragebogen {fact} verschoben",
  "inbox.says.times": "{count, plural, one {einmal} other {#-mal}}",
  "inbox.says.WORKOUT": "{fact} vom {date}",
  "inbox.says.CHECK_IN": "{fact} verpasst {count, plural, one {am {date}} other {seit {date}}}",
  "inbox.says.CHECK_INSilent":
    "{fact} verpasst {count, plural, one {am {date}} other {seit {date}}}, seit {days, plural, one {# Tag} other {# Tagen}} still",
  "inbox.says.checkIns": "{count, plural, one {# Check-in} other {# Check-ins}}",
  "inbox.says.TREND": "{fact} des Plans in 7 Tagen erledigt",
  "inbox.says.TRENDBefore": "{fact} des Plans in 7 Tagen erledigt, davor {before}",
  "inbox.says.SKIP": "{fact} übersprungen am {date}",
  "inbox.says.SKIPS": "{fact} übersprungen seit {date}",
  "inbox.says.tasks": "{count, plural, one {# Aufgabe} other {# Aufgaben}}",
  "inbox.says.MESSAGE": "{fact}",
  "inbox.says.MESSAGESince": "{fact} seit {date}",
  "inbox.says.messages":
    "{count, plural, one {# unbeantwortete Nachricht} other {# unbeantwortete Nachrichten}}",
  "inbox.says.returns": "Kommt zurück: {fact}",
  "inbox.says.returnsCheckIn": "Kommt zurück: {fact}, mit dem nächsten Check-in",
  "inbox.closes.PROFILE_REVIEWED": "Schließt sich, wenn das Profil geprüft ist.",
  "inbox.closes.SUBMISSION_REVIEWED": "Schließt sich, wenn die Antworten geprüft sind.",
  "inbox.closes.QUESTIONNAIRE_GIVEN_OR_CANCELLED":
    "Schließt sich, wenn der Fragebogen aufgenommen oder abgesagt ist.",
  "inbox.closes.WORKOUT_REVIEWED": "Schließt sich, wenn das Training geprüft ist.",
  "inbox.closes.CHECK_IN_SUBMITTED": "Schließt sich, wenn ein Check-in abgegeben ist.",
  "inbox.closes.DAY_REVIEWED": "Schließt sich, wenn dies, sein Tag oder ein späterer geprüft ist.",
  "inbox.closes.DAY_REVIEWED_OR_WITHDRAWN":
    "Schließt sich, wenn der Tag oder ein späterer geprüft ist oder der Klient es zurücknimmt.",
  "inbox.closes.MESSAGE_REPLIED": "Schließt sich, wenn jemand antwortet.",
  "inbox.closes.OTHER": "Schließt sich von selbst, wenn die Ursache weg ist.",
};
