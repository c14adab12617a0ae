import { languageOf, type MessageLanguage } from "../language-of.ts";
import type { VerdictCode } from "./vocabulary.ts";

/** Sentence that a person reads if an operation was not accepted; the type requires every language. */
const MESSAGES: Record<VerdictCode, Record<MessageLanguage, string>> = {
  STALE_REVISION: {
    en: "This was changed elsewhere in the meantime.",
    de: "Das wurde inzwischen an anderer Stelle geändert.",
  },
  REVISION_AHEAD: {
    en: "This has to be loaded again first.",
    de: "Das muss zuerst neu geladen werden.",
  },
  TASK_SUPERSEDED: {
    en: "Your coach replaced this task.",
    de: "Ihr Coach hat diese Aufgabe ersetzt.",
  },
  TASK_CANCELED: {
    en: "Your coach removed this task.",
    de: "Ihr Coach hat diese Aufgabe entfernt.",
  },
  TASK_CLOSED: {
    en: "This task is already closed.",
    de: "Diese Aufgabe ist bereits abgeschlossen.",
  },
  ITEM_CLOSED: { en: "This item is already closed.", de: "Dieser Punkt ist bereits erledigt." },
  UNDO_WINDOW_CLOSED: {
    en: "This can no longer be undone.",
    de: "Das lässt sich nicht mehr rückgängig machen.",
  },
  ALREADY_UNDONE: { en: "This was already undone.", de: "Das wurde schon rückgängig gemacht." },
  UNDO_SUPERSEDED: {
    en: "A later entry builds on this one.",
    de: "Ein späterer Eintrag baut darauf auf.",
  },
  OPERATION_QUARANTINED: {
    en: "This entry could not be processed. Support can see it.",
    de: "Dieser Eintrag konnte nicht verarbeitet werden. Der Support kann ihn sehen.",
  },
  PAYLOAD_INVALID: { en: "This entry is not complete.", de: "Dieser Eintrag ist unvollständig." },
  PAYLOAD_FORBIDDEN_CONTENT: {
    en: "This entry contains something that must not be stored, such as a link with access rights.",
    de: "Dieser Eintrag enthält etwas, das nicht gespeichert werden darf, etwa einen Link mit Zugriffsrechten.",
  },
  PAYLOAD_NOT_IJSON: {
    en: "This entry contains characters that cannot be stored.",
    de: "Dieser Eintrag enthält Zeichen, die nicht gespeichert werden können.",
  },
  CHECKSUM_MISMATCH: {
    en: "This entry was damaged in transit. It will be sent again.",
    de: "Dieser Eintrag wurde unterwegs beschädigt. Er wird erneut gesendet.",
  },
  OPERATION_ID_REUSED: {
    en: "Another entry was saved under this number.",
    de: "Unter dieser Nummer wurde schon ein anderer Eintrag gespeichert.",
  },
  ACTOR_NOT_ALLOWED: {
    en: "You cannot make this entry.",
    de: "Diesen Eintrag können Sie nicht machen.",
  },
  EXPECTED_REVISION_MISSING: {
    en: "This entry is not complete.",
    de: "Dieser Eintrag ist unvollständig.",
  },
  TASK_UNKNOWN: { en: "This task does not exist.", de: "Diese Aufgabe gibt es nicht." },
  ITEM_UNKNOWN: {
    en: "This item is not part of the task.",
    de: "Dieser Punkt gehört nicht zur Aufgabe.",
  },
  ACTION_NOT_OFFERED: {
    en: "This task does not offer that.",
    de: "Das ist bei dieser Aufgabe nicht möglich.",
  },
  INPUT_REQUIRED: {
    en: "Something that this entry needs is missing.",
    de: "Zu diesem Eintrag fehlt noch eine Angabe.",
  },
  SNOOZE_LIMIT: {
    en: "This task can't be postponed any more.",
    de: "Diese Aufgabe lässt sich nicht weiter verschieben.",
  },
  DUE_WINDOW_CLOSED: {
    en: "This task can't be completed at this time.",
    de: "Diese Aufgabe lässt sich jetzt nicht abschließen.",
  },
  STRUCTURED_LOG_REQUIRED: {
    en: "Open this task to complete it.",
    de: "Öffnen Sie diese Aufgabe, um sie abzuschließen.",
  },
  CONFIRMATION_REQUIRED: {
    en: "Please confirm to complete everything.",
    de: "Bitte bestätigen Sie, dass alles erledigt ist.",
  },
  NOTHING_TO_COMPLETE: {
    en: "There is nothing left to complete.",
    de: "Es ist nichts mehr zu erledigen.",
  },
  VALUE_OUT_OF_RANGE: {
    en: "This value is out of range.",
    de: "Dieser Wert liegt außerhalb des Bereichs.",
  },
  VALUE_TYPE_MISMATCH: {
    en: "Another kind of value is needed here, such as a number.",
    de: "Hier ist etwas anderes gefragt, etwa eine Zahl.",
  },
  VALUE_TOO_PRECISE: {
    en: "This value has too many decimals.",
    de: "Dieser Wert hat zu viele Nachkommastellen.",
  },
  CHOICE_NOT_OFFERED: {
    en: "This is not one of the choices.",
    de: "Das steht nicht zur Auswahl.",
  },
  METRIC_NOT_IMPORTABLE: {
    en: "This cannot be imported from a health app.",
    de: "Das lässt sich nicht aus einer Gesundheits-App übernehmen.",
  },
  IMPORT_DAY_OUT_OF_RANGE: {
    en: "Values of this day can't be imported.",
    de: "Werte dieses Tages lassen sich nicht übernehmen.",
  },
  IMPORT_WINDOW_INVALID: {
    en: "This value covers more than its day.",
    de: "Dieser Wert umfasst mehr als seinen Tag.",
  },
  METRIC_MISMATCH: {
    en: "This task takes another kind of value.",
    de: "Diese Aufgabe erwartet eine andere Art von Wert.",
  },
  VALUE_DUPLICATE_TIMESTAMP: {
    en: "A value for this moment was already saved.",
    de: "Zu diesem Zeitpunkt gibt es schon einen Wert.",
  },
  PACKAGE_UNKNOWN: {
    en: "This workout was not found.",
    de: "Dieses Training wurde nicht gefunden.",
  },
  PACKAGE_EXPIRED: {
    en: "This workout can't be started any more.",
    de: "Dieses Training kann nicht mehr begonnen werden.",
  },
  EXERCISE_UNKNOWN: {
    en: "This exercise is not part of the workout.",
    de: "Diese Übung gehört nicht zum Training.",
  },
  MODALITY_MISMATCH: {
    en: "This exercise is measured differently.",
    de: "Diese Übung wird anders gezählt.",
  },
  ALTERNATIVE_NOT_APPROVED: {
    en: "Your coach has not approved this alternative.",
    de: "Diese Alternative hat Ihr Coach nicht freigegeben.",
  },
  SKIP_NOT_ALLOWED: {
    en: "This exercise can't be skipped like that.",
    de: "Diese Übung kann so nicht ausgelassen werden.",
  },
  SESSION_FOREIGN: {
    en: "This workout is logged on another device.",
    de: "Dieses Training wird auf einem anderen Gerät erfasst.",
  },
  SESSION_DISCARDED: {
    en: "This workout was discarded.",
    de: "Dieses Training wurde verworfen.",
  },
  SESSION_NOT_SUBMITTED: {
    en: "This workout has not been finished.",
    de: "Dieses Training wurde nicht abgeschlossen.",
  },
  CORRECTION_CLOSED: {
    en: "This workout can't be changed any more.",
    de: "Dieses Training kann nicht mehr geändert werden.",
  },
  SNAPSHOT_SUPERSEDED: {
    en: "Your coach has replaced this workout.",
    de: "Ihr Coach hat dieses Training ersetzt.",
  },
  SESSION_ALREADY_SUBMITTED: {
    en: "This workout was already finished.",
    de: "Dieses Training wurde schon abgeschlossen.",
  },
  UNDO_TARGET_UNKNOWN: {
    en: "There is nothing to undo.",
    de: "Es gibt nichts, was rückgängig gemacht werden kann.",
  },
  FORM_UNKNOWN: { en: "This form does not exist.", de: "Dieses Formular gibt es nicht." },
  FORM_CLOSED: {
    en: "This form was already submitted or withdrawn.",
    de: "Dieses Formular wurde bereits abgeschickt oder zurückgezogen.",
  },
  ANSWER_INVALID: {
    en: "An answer does not fit its question.",
    de: "Eine Antwort passt nicht zu ihrer Frage.",
  },
  DEPENDENCY_REFUSED: {
    en: "An earlier entry that this one builds on was not saved.",
    de: "Ein früherer Eintrag, auf dem dieser aufbaut, wurde nicht gespeichert.",
  },
  LOCAL_ID_UNKNOWN: {
    en: "This entry refers to something that was never saved.",
    de: "Dieser Eintrag bezieht sich auf etwas, das nie gespeichert wurde.",
  },
  NOTHING_TO_RESUBMIT: {
    en: "This was already saved or sent again. Change the newest entry instead.",
    de: "Das wurde bereits gespeichert oder neu gesendet. Bitte ändern Sie den neuesten Eintrag.",
  },
  OPERATION_SUPERSEDED: {
    en: "A newer entry replaced this one.",
    de: "Statt dieses Eintrags wurde ein neuerer gesendet.",
  },
  RELATIONSHIP_ENDED: {
    en: "The coaching ended before this entry was saved.",
    de: "Das Coaching wurde beendet, bevor dieser Eintrag gespeichert war.",
  },
  DEPENDENCY_PENDING: {
    en: "This entry waits for an earlier one.",
    de: "Dieser Eintrag wartet auf einen früheren.",
  },
  ATTACHMENT_NOT_ALLOWED: {
    en: "This kind of file cannot be attached to this entry.",
    de: "Dieser Eintrag kann eine solche Datei nicht mitnehmen.",
  },
  MEDIA_PENDING: {
    en: "This entry waits for its files.",
    de: "Dieser Eintrag wartet auf seine Dateien.",
  },
  UPLOAD_EXPIRED: {
    en: "A file of this entry has to be sent again.",
    de: "Eine Datei dieses Eintrags muss erneut gesendet werden.",
  },
  DAY_NOT_OPEN: {
    en: "This day has not begun yet. The entry waits on your device.",
    de: "Dieser Tag hat noch nicht begonnen. Der Eintrag wartet auf Ihrem Gerät.",
  },
  TASK_WITHHELD: {
    en: "This task cannot be shown at the moment because of a fault on our side. The entry waits on your device.",
    de: "Diese Aufgabe kann wegen eines Fehlers bei uns gerade nicht angezeigt werden. Der Eintrag wartet auf Ihrem Gerät.",
  },
  TASK_NEVER_SHOWN: {
    en: "This task could not be shown on its day because of a fault on our side, and that day is over. It does not count.",
    de: "Diese Aufgabe konnte an ihrem Tag wegen eines Fehlers bei uns nicht angezeigt werden, und der Tag ist vorbei. Sie zählt nicht.",
  },
  COACH_TASK_UNKNOWN: {
    en: "There is no such task in the inbox.",
    de: "Diese Aufgabe gibt es im Posteingang nicht.",
  },
  STATE_CONFLICT: {
    en: "Somebody dealt with this in the meantime.",
    de: "Das hat inzwischen jemand erledigt.",
  },
  RESOLUTION_NOT_ALLOWED: {
    en: "This task cannot be closed in that way.",
    de: "Diese Aufgabe lässt sich so nicht abschließen.",
  },
  NOTE_REQUIRED: {
    en: "Please say in a note how it was dealt with.",
    de: "Bitte notieren Sie, wie es erledigt wurde.",
  },
  SNOOZE_NOT_ALLOWED: {
    en: "This task cannot be postponed.",
    de: "Diese Aufgabe lässt sich nicht aufschieben.",
  },
  SOURCE_FORBIDDEN: {
    en: "You may not open the subject of this task.",
    de: "Sie dürfen nicht öffnen, worum es in dieser Aufgabe geht.",
  },
  DAY_UNKNOWN: {
    en: "This client has no such day.",
    de: "Diesen Tag gibt es bei dieser Person nicht.",
  },
  SCOPE_PAUSED: {
    en: "Coaching is paused. This entry waits on your device.",
    de: "Das Coaching ist pausiert. Dieser Eintrag wartet auf Ihrem Gerät.",
  },
  TEMPORARILY_UNPROCESSED: {
    en: "This entry could not be processed yet. It will be tried again.",
    de: "Dieser Eintrag konnte noch nicht verarbeitet werden. Es wird erneut versucht.",
  },
  OPERATION_UNKNOWN: {
    en: "This entry waits until the service understands it.",
    de: "Dieser Eintrag wartet, bis der Dienst ihn versteht.",
  },
  OPERATION_VERSION_UNSUPPORTED: {
    en: "Please update the app. This entry stays on your device.",
    de: "Bitte aktualisieren Sie die App. Dieser Eintrag bleibt auf Ihrem Gerät.",
  },
};

/** The user-safe sentence of a code in the language of a BCP 47 tag. */
export function messageOf(code: VerdictCode, locale: string | null): string {
  return MESSAGES[code][languageOf(locale)];
}

/** The sentence for a workout that was finished on another of the client's devices. */
export function finishedElsewhereMessage(locale: string | null): string {
  return FINISHED_ELSEWHERE[languageOf(locale)];
}

const FINISHED_ELSEWHERE: Record<MessageLanguage, string> = {
  en: "This workout was already finished on another device.",
  de: "Dieses Training wurde schon auf einem anderen Gerät abgeschlossen.",
};

/** Key of the apps' own translation, e.g. `sync.stale-revision`. */
export function verdictMessageKey(code: VerdictCode): string {
  return `sync.${code.toLowerCase().replaceAll("_", "-")}`;
}

/** Key of the apps' translation for a workout that was finished on another device. */
export const FINISHED_ELSEWHERE_MESSAGE_KEY = `${verdictMessageKey("SESSION_ALREADY_SUBMITTED")}-elsewhere`;
