import type { general as english } from "../../en/settings/settings.ts";

/** Texts that all parts of the settings share, and those of profile and workspace. */
export const general: Readonly<Record<keyof typeof english, string>> = {
  "settings.title": "Einstellungen",
  "settings.part.yours": "Für Sie",
  "settings.part.profile": "Profil",
  "settings.part.workspace": "Arbeitsbereich",
  "settings.part.members": "Mitglieder",
  "settings.part.data": "Ihre Daten",
  "settings.part.keys": "Tasten",
  "settings.key.save": "speichern",
  "settings.save": "Speichern",
  "settings.saved": "Gespeichert",
  "settings.unchanged": "Nichts ist geändert",
  "settings.none": "Keine",
  "settings.fieldRefused": "Der Server nimmt das nicht an.",
  "settings.onlyOwner": "Das ändert nur, wem der Arbeitsbereich gehört.",
  "settings.archived": "Der Arbeitsbereich ist archiviert und lässt sich nicht ändern.",
  "settings.fresh": "Erneut anmelden",
  "settings.freshLead":
    "Dafür ist eine Anmeldung aus den letzten fünf Minuten nötig. Sie kommen hierher zurück, und nichts wird gesendet, bevor Sie den Knopf erneut drücken.",
  "settings.signedInAgain":
    "Sie haben sich erneut angemeldet. Noch wurde nichts gesendet: Drücken Sie den Knopf innerhalb von fünf Minuten.",
  "settings.refused.HANDLE_TAKEN": "Diesen Namen hat ein anderer Coach. Wählen Sie einen anderen.",
  "settings.refused.IS_OWNER":
    "Wem der Arbeitsbereich gehört, kann ihn nicht verlassen. Übergeben Sie ihn zuerst.",
  "settings.refused.STATUS_FORBIDS_ACT":
    "Der Zustand des Arbeitsbereichs oder einer Person darin lässt das nicht zu.",
  "settings.refused.ALREADY_MEMBER": "Diese Person ist schon Mitglied.",
  "settings.refused.IS_CLIENT": "Diese Adresse gehört einem Klienten.",
  "settings.refused.NOT_A_COACH": "Dieses Konto gehört keinem Coach.",
  "settings.refused.LAST_IDENTITY":
    "Ohne diese könnten Sie sich nicht mehr anmelden. Fügen Sie zuerst in der App eine andere bestätigte hinzu.",
  "settings.refused.TOO_MANY_OPEN_INVITATIONS":
    "Zu viele Einladungen sind offen. Widerrufen Sie zuerst einige.",
  "settings.refused.ALREADY_CLOSED": "Das ist schon abgeschlossen.",
  "settings.name": "Name",
  "settings.nameHint": "Klienten und Kollegen lesen ihn, auch in E-Mails.",
  "settings.handle": "Öffentlicher Kurzname",
  "settings.handleHint":
    "3 bis 30 Buchstaben, Ziffern und einzelne Bindestriche. Ihre Klienten sehen ihn neben Ihrem Namen. Leer heißt: keiner.",
  "settings.bio": "Über Sie",
  "settings.bioHint": "Ihre Klienten lesen das.",
  "settings.zone": "Zeitzone",
  "settings.zoneHint": "In ihr zählt die Ruhezeit.",
  "settings.mailLanguage": "Sprache von E-Mails und Mitteilungen",
  "settings.mailLanguageHint": "Die Sprache dieser Oberfläche steht unter „Für Sie“.",
  "settings.contacts": "Wie Sie erreichbar sind",
  "settings.contactsHint":
    "Beides folgt Ihren Anmeldungen: Es zählt die älteste, die eine Adresse bestätigt.",
  "settings.email": "E-Mail",
  "settings.phone": "Telefon",
  "settings.workspaceName": "Name des Arbeitsbereichs",
  "settings.workspaceNameHint": "Klienten lesen ihn in ihrer App und in E-Mails.",
  "settings.workspaceZoneHint":
    "In ihr zählt die Übersicht. Klienten behalten ihre eigenen Zeitzonen.",
  "settings.invitationLanguage": "Sprache der Einladungen",
  "settings.invitationLanguageHint": "Gilt, wo der Coach keine wählt.",
  "settings.digestHour": "Übersicht um",
  "settings.digestHourHint": "Eine Nachricht am Tag an jeden Coach, wenn etwas offen ist.",
  "settings.limits": "Wie Klienten eingestuft werden",
  "settings.limitsLead":
    "Nach dem Anteil der geplanten Aufgaben, die ein Klient in den letzten sieben Tagen erledigt hat.",
  "settings.limit.onTrackPercent": "Auf Kurs ab, in Prozent",
  "settings.limit.attentionPercent": "Aufmerksamkeit ab, in Prozent",
  "settings.limit.fewestCounted": "Wenigste Aufgaben",
  "settings.limitHint.onTrackPercent": "Ab diesem Anteil ist ein Klient auf Kurs.",
  "settings.limitHint.attentionPercent": "Darunter ist ein Klient nicht auf Kurs.",
  "settings.limitHint.fewestCounted": "Bei weniger Aufgaben wird nicht eingestuft.",
  "settings.limitFault.RANGE": "Eine ganze Zahl von 1 bis 100.",
  "settings.limitFault.ORDER": "Höchstens der Anteil von „auf Kurs“.",
};
