import type { account as english } from "../../en/settings/account.ts";

/** Texts of sessions, sign-ins, export and deletion. */
export const account: Readonly<Record<keyof typeof english, string>> = {
  "settings.sessions": "Sitzungen",
  "settings.endOthers": "Alle anderen beenden",
  "settings.allSessions": "Alle {count} zeigen",
  "settings.othersEnded": "Alle anderen Sitzungen sind beendet",
  "settings.thisBrowser": "Dieser Browser",
  "settings.app.WEB": "Browser",
  "settings.app.COACH_MOBILE": "App für Coaches",
  "settings.app.CLIENT_MOBILE": "App für Klienten",
  "settings.appUnknown": "{code}",
  "settings.aPhone": "Telefon",
  "settings.system.IOS": "iOS",
  "settings.system.ANDROID": "Android",
  "settings.signedInSince": "seit {when}",
  "settings.lastSeen": "zuletzt {when}",
  "settings.network": "aus {network}",
  "settings.end": "Beenden",
  "settings.endOf": "Sitzung beenden: {name}",
  "settings.signIns": "Wie Sie sich anmelden",
  "settings.signInProven": "bestätigt, seit {day}, zuletzt benutzt {when}",
  "settings.signInUnproven": "nicht bestätigt, seit {day}, zuletzt benutzt {when}",
  "settings.onlySignIn": "einzige bestätigte",
  "settings.linkInApp":
    "Eine weitere fügen Sie in der App hinzu: Sie verlangt beide innerhalb von fünf Minuten, was ein Browser nicht kann.",
  "settings.unlink": "Entfernen",
  "settings.unlinkOf": "Anmeldung entfernen: {name}",
  "settings.unlinkAsk": "{name} entfernen?",
  "settings.unlinkGo": "{name} entfernen",
  "settings.unlinkEffect": "Sie können sich so nicht mehr anmelden, und die Sitzungen damit enden.",
  "settings.unlinkEffectHere":
    "Sie können sich so nicht mehr anmelden, und die Sitzungen damit enden. Dieser Browser nutzt sie, Sie werden also abgemeldet.",
  "settings.export": "Eine Kopie Ihrer Daten",
  "settings.exportLead":
    "Alles, was über Sie gespeichert ist, als Datei. Sie wird einmal vorbereitet und lässt sich 24 Stunden lang speichern.",
  "settings.exportGo": "Meine Daten vorbereiten",
  "settings.exportWriting":
    "{done} von {total, plural, one {# Abschnitt} other {# Abschnitten}} geschrieben",
  "settings.exportReady": "Fertig. Sie können sie bis {when} speichern.",
  "settings.exportSave": "Daten speichern",
  "settings.exportSaveAll": "Mit allen Dateien speichern (ZIP)",
  "settings.exportSaved": "Der Browser speichert sie",
  "settings.deletion": "Konto löschen",
  "settings.deletionLead":
    "Ihr Konto wird 14 Tage nach Ihrem Auftrag gelöscht. Bis dahin können Sie sich anmelden und es behalten.",
  "settings.deletionAsk": "Mein Konto löschen",
  "settings.deletionTitle": "Ihr Konto löschen?",
  "settings.deletionGo": "Mein Konto löschen",
  "settings.deletionKeep": "Konto behalten",
  "settings.deletionEffect.sessions": "Sie werden sofort überall abgemeldet.",
  "settings.deletionEffect.days":
    "14 Tage lang bietet eine Anmeldung an, das Konto zu behalten. Danach kann es niemand zurückholen.",
  "settings.deletionEffect.person":
    "Ihr Name, Ihre Kontakte, Ihr Profil und Ihre Anmeldungen werden gelöscht. Klienten sehen dann „Früherer Coach“.",
  "settings.deletionEffect.owner":
    "{workspace} geht an den Coach, der am längsten dabei ist. Ohne einen anderen Coach wird der Arbeitsbereich archiviert, und das Coaching seiner Klienten endet.",
  "settings.deletionRequested": "Ihr Konto wird gelöscht",
  "settings.deletionRequestedLead":
    "Es wird am {day} gelöscht. Bis dahin können Sie sich anmelden und „Konto behalten“ wählen. Sie bekommen eine E-Mail.",
};
