import type { arrival as english } from "../en/arrival.ts";

/** Texts for a person who signed in and cannot enter yet: what happened, and the next step. */
export const arrival: Readonly<Record<keyof typeof english, string>> = {
  "arrival.title.REGISTER": "Fast fertig",
  "arrival.title.KEEP": "Ihr Konto wird gelöscht",
  "arrival.title.OTHER_WAY": "Nutzen Sie Ihre andere Anmeldung",
  "arrival.title.CLOSED_WAY": "Diese Anmeldung ist nicht verfügbar",
  "arrival.title.CONFIRM": "Bestätigen Sie Ihre Adresse",
  "arrival.title.USER_SUSPENDED": "Ihr Konto ist gesperrt",
  "arrival.title.WORKSPACE_SUSPENDED": "Ihr Arbeitsbereich ist gesperrt",
  "arrival.title.CLIENT_APP": "Öffnen Sie Sideline auf Ihrem Telefon",
  "arrival.title.NO_ACCESS": "Kein Zugang",
  "arrival.title.OTHER_WORKSPACE": "Keiner Ihrer Arbeitsbereiche",
  "arrival.title.SIGN_IN_AGAIN": "Melden Sie sich neu an",
  "arrival.title.UNAVAILABLE": "Sideline lässt sich nicht öffnen",
  "arrival.lead.REGISTER":
    "Legen Sie Ihren Arbeitsbereich an. Wenn Sie ein Konto mit einer anderen Anmeldung haben, melden Sie sich ab und nutzen Sie diese.",
  "arrival.lead.KEEP": "Das geschieht am {day} und wird durch die Anmeldung nicht aufgehoben.",
  "arrival.lead.OTHER_WAY": "Sie haben ein Konto, melden sich dort aber anders an.",
  "arrival.lead.CLOSED_WAY": "Wählen Sie eine andere Anmeldung für Ihr Konto.",
  "arrival.lead.CONFIRM":
    "Ihr Anmeldedienst meldet sie als unbestätigt. Öffnen Sie die Nachricht, die Sie beim Anlegen oder Ändern bekommen haben, und melden Sie sich neu an.",
  "arrival.lead.USER_SUSPENDED":
    "Wenn Sie das für einen Fehler halten, antworten Sie auf die letzte Nachricht von Sideline.",
  "arrival.lead.WORKSPACE_SUSPENDED":
    "Seine Seiten bleiben geschlossen, bis er wieder geöffnet wird. Antworten Sie auf die letzte Nachricht von Sideline.",
  "arrival.lead.CLIENT_APP":
    "Die Konsole ist für Coaches. Ihr Konto gehört zur App für Klienten; hier wurde nichts angelegt.",
  "arrival.lead.NO_ACCESS":
    "Mit dieser Anmeldung gehören Sie zu keinem Arbeitsbereich. Bitten Sie dessen Inhaber um eine Einladung.",
  "arrival.lead.OTHER_WORKSPACE":
    "Die Adresse führt in einen Arbeitsbereich, zu dem Sie nicht oder nicht mehr gehören. Fragen Sie dort nach, oder öffnen Sie Ihren eigenen.",
  "arrival.openUsual": "Meinen Arbeitsbereich öffnen",
  "arrival.openWorkspace": "{workspace} öffnen",
  "arrival.lead.SIGN_IN_AGAIN": "Ihre Sitzung ist beendet.",
  "arrival.lead.UNAVAILABLE": "Nichts wurde geändert.",
  "arrival.keep": "Konto behalten",
  "arrival.keepAfterSignIn":
    "Ihre Sitzung endete mit dem Antrag. Melden Sie sich neu an, um Ihr Konto zu behalten.",
  "arrival.signInAgain": "Neu anmelden",
  "arrival.getApp": "App bei {store} holen",
  "arrival.account": "Ihr Konto und Ihre Daten",
  "arrival.waiting":
    "Eine Einladung als Klient wartet bis {day} auf Ihre Adresse. Öffnen Sie den Link in der Nachricht auf dem Telefon mit der App.",
  "arrival.invited":
    "Wenn ein Arbeitsbereich Sie eingeladen hat, öffnen Sie den Link in der Nachricht noch einmal: Hier legen Sie einen eigenen an.",
  "arrival.notTaken": "Das wird nicht angenommen. Bitte schreiben Sie es kürzer oder einfacher.",
  "arrival.name": "Ihr Name, wie Klienten ihn sehen",
  "arrival.workspace": "Name Ihres Arbeitsbereichs",
  "arrival.workspaceHint": "Bleibt das Feld leer, trägt er Ihren Namen.",
  "arrival.zone": "Ihre Zeitzone",
  "arrival.accept": "Ich akzeptiere:",
  "arrival.terms": "Bedingungen {version}",
  "arrival.privacy": "Datenschutzhinweis {version}",
  "arrival.create": "Arbeitsbereich anlegen",
  "arrival.newTerms": "Es gibt neuere Rechtstexte. Bitte lesen und akzeptieren Sie sie.",
  "arrival.acceptTerms": "Beide akzeptieren",
};
