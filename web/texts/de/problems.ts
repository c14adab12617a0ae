import type { problems as english } from "../en/problems.ts";

/** Texts of refusals by code; `problem.UNKNOWN` stands for a code that this version does not know. */
export const problems: Readonly<Record<keyof typeof english, string>> = {
  "problem.OFFLINE": "Keine Antwort. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
  "problem.UNAVAILABLE": "Der Server kann gerade nicht antworten. Versuchen Sie es noch einmal.",
  "problem.UNAUTHENTICATED": "Ihre Sitzung ist beendet. Melden Sie sich wieder an.",
  "problem.SIGN_IN_AGAIN": "Dafür ist eine frische Anmeldung nötig.",
  "problem.FORBIDDEN": "Ihre Rolle erlaubt das nicht.",
  "problem.WORKSPACE_ARCHIVED": "Der Arbeitsbereich ist archiviert und kann nur gelesen werden.",
  "problem.NOT_FOUND": "Das gibt es nicht, oder Sie dürfen es nicht sehen.",
  "problem.RATE_LIMITED": "Zu viele Anfragen. Warten Sie {seconds} s.",
  "problem.VALIDATION_FAILED": "Einige Felder wurden abgelehnt.",
  "problem.STATE_CONFLICT": "Das hat inzwischen jemand geändert. Sehen Sie es sich noch einmal an.",
  "problem.IDEMPOTENCY_KEY_REUSED":
    "Das wurde schon mit anderem Inhalt gesendet. Laden Sie die Seite neu.",
  "problem.INTERNAL": "Ein Fehler bei uns. Versuchen Sie es noch einmal.",
  "problem.UNKNOWN": "Der Server hat das abgelehnt ({code}).",
};
