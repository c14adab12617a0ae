import type { problems as english } from "../en/problems.ts";

/** Texts of refusals by code; `problem.UNKNOWN` stands for a code that this version does not know. */
export const problems: Readonly<Record<keyof typeof english, string>> = {
  "problem.OFFLINE": "Keine Antwort. Prüfen Sie Ihre Verbindung; nichts wurde geändert.",
  "problem.UNAVAILABLE": "Der Server hat nicht wie erwartet geantwortet. Nichts wurde geändert.",
  "problem.UNAUTHENTICATED": "Ihre Sitzung ist beendet. Melden Sie sich wieder an.",
  "problem.SIGN_IN_AGAIN": "Dafür ist eine frische Anmeldung nötig.",
  "problem.FORBIDDEN": "Ihre Rolle erlaubt das nicht.",
  "problem.NOT_FOUND": "Das gibt es nicht, oder Sie dürfen es nicht sehen.",
  "problem.RATE_LIMITED": "Zu viele Anfragen. Warten Sie {seconds} s.",
  "problem.VALIDATION_FAILED": "Einige Felder wurden abgelehnt.",
  "problem.UNKNOWN": "Der Server hat das abgelehnt ({code}).",
};
