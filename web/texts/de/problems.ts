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
  "problem.USER_SUSPENDED": "Ihr Konto ist gesperrt. Wenden Sie sich an den Support.",
  "problem.USER_PENDING_DELETION": "Ihr Konto wird bald gelöscht. Behalten Sie es zuerst.",
  "problem.USER_DELETED": "Ihr Konto wurde gelöscht.",
  "problem.REGISTRATION_REQUIRED":
    "Zu dieser Anmeldung gibt es noch kein Konto. Registrieren Sie sich zuerst.",
  "problem.PROVIDER_NOT_ALLOWED":
    "Diese Anmeldung ist hier geschlossen. Melden Sie sich auf andere Weise an.",
  "problem.AUTH_PROVIDER_ADAPTER_MISSING":
    "Diese Anmeldung ist nicht eingerichtet. Melden Sie sich auf andere Weise an.",
  "problem.CONTACT_NOT_VERIFIED":
    "Bestätigen Sie Ihre Adresse dort, wo Sie sich anmelden, und melden Sie sich wieder an.",
  "problem.COACH_IDENTITY_NOT_VERIFIED":
    "Bestätigen Sie zuerst Ihre E-Mail-Adresse oder Telefonnummer.",
  "problem.APP_ROLE_MISMATCH": "Mit Ihrem Konto lässt sich diese App nicht nutzen.",
  "problem.IDENTITY_NOT_LINKED":
    "Melden Sie sich an wie bisher und verknüpfen Sie dann diese Anmeldung.",
  "problem.IDENTITY_IN_USE": "Diese Anmeldung gehört zu einem anderen Konto.",
  "problem.LAST_IDENTITY":
    "Sie brauchen mindestens eine bestätigte Anmeldung. Fügen Sie zuerst eine andere hinzu.",
  "problem.WORKSPACE_SUSPENDED": "Der Arbeitsbereich ist gesperrt. Wenden Sie sich an den Support.",
  "problem.RELATIONSHIP_INACTIVE": "Die Betreuung dieses Klienten pausiert oder ist beendet.",
  "problem.ALREADY_CLIENT": "Diese Person ist schon Klient des Arbeitsbereichs.",
  "problem.INVITATION_EXPIRED": "Die Einladung ist abgelaufen. Bitten Sie um eine neue.",
  "problem.INVITATION_REVOKED": "Die Einladung wurde zurückgezogen.",
  "problem.INVITATION_CONSUMED": "Die Einladung wurde schon benutzt.",
  "problem.INVITATION_CONTACT_MISMATCH":
    "Die Einladung ging an eine andere Adresse. Melden Sie sich mit dieser an.",
  "problem.VALIDATION_EXPIRED":
    "Es ist zu viel Zeit vergangen. Öffnen Sie die Einladung noch einmal.",
  "problem.CURSOR_INVALID": "Die Liste hat sich inzwischen geändert. Laden Sie die Seite neu.",
  "problem.REASON_REQUIRED": "Geben Sie zuerst einen Grund an.",
  "problem.TASK_CLOSED": "Diese Aufgabe ist schon geschlossen.",
  "problem.ASSIGNMENT_BLOCKED": "Pläne warten, bis der Klient den Fragebogen beantwortet hat.",
  "problem.ASSIGNMENT_LIMIT_REACHED":
    "Der Klient hat die Höchstzahl davon. Beenden Sie zuerst etwas.",
  "problem.PROGRAM_RUNNING": "Ein anderes Programm läuft. Beenden Sie es zuerst.",
  "problem.PLAN_LIMIT_REACHED":
    "Der Arbeitsbereich hat die Höchstzahl an Plänen. Archivieren Sie zuerst einen.",
  "problem.FORM_LIMIT_REACHED":
    "Der Arbeitsbereich hat die Höchstzahl an Formularen. Archivieren Sie zuerst eines.",
  "problem.EXERCISE_LIMIT_REACHED":
    "Der Arbeitsbereich hat die Höchstzahl an Übungen. Archivieren Sie zuerst eine.",
  "problem.ANSWER_ERASED": "Das ist schon geschehen. Laden Sie die Seite neu.",
  "problem.MEDIA_SESSION_UNDER_WAY": "Dieses Video wird schon geholt. Warten Sie einen Moment.",
  "problem.MEDIA_REFETCH_SPENT":
    "Dieses Video lässt sich nicht erneuern. Starten Sie es noch einmal.",
  "problem.IMAGE_WITHDRAWN": "Dieses Bild wird nicht mehr gezeigt.",
  "problem.RANGE_NOT_SATISFIABLE": "Die Datei hat sich geändert. Laden Sie die Seite neu.",
  "problem.PAYLOAD_TOO_LARGE": "Das ist zu groß zum Senden. Kürzen Sie es.",
  "problem.UNSUPPORTED_MEDIA_TYPE":
    "Der Server nimmt diese Art von Inhalt nicht an. Laden Sie die Seite neu.",
  "problem.UNKNOWN": "Der Server hat das abgelehnt ({code}).",
};
