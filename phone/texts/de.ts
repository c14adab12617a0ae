import type { Texts } from "./texts.ts";

/** The German texts of the page. */
export const de: Texts = {
  standIn: {
    CLIENT_MOBILE: "Ersatz für die native Klienten-App",
    COACH_MOBILE: "Ersatz für die native Coach-App",
  },
  standInWhy:
    "Diese Seite nutzt die Bibliothek der nativen Apps in einem Browser. Sie gehört zu einer Entwicklungsumgebung.",
  today: "Heute",
  inbox: "Posteingang",
  entries: "Einträge",
  settings: "Einstellungen",
  mainNavigation: "Hauptnavigation",
  close: "Schließen",
  cancel: "Abbrechen",

  opening: "Die Daten dieses Geräts werden geöffnet …",
  cannotOpen: "Die Seite kann nicht starten",
  cannotOpenWhy:
    "Die gespeicherten Daten ließen sich nicht öffnen. Laden Sie die Seite neu, um es noch einmal zu versuchen.",
  libraryFailed:
    "Ein Teil dieser Seite konnte nicht geladen werden. Gespeicherte Einträge bleiben erhalten. Prüfen Sie die Verbindung und laden Sie neu. Hilft das nicht, schließen Sie zuerst alle anderen Tabs dieser Seite.",
  reload: "Neu laden",

  signInTitle: { CLIENT_MOBILE: "Anmelden", COACH_MOBILE: "Als Coach anmelden" },
  signInWhy: {
    CLIENT_MOBILE: "Melden Sie sich einmal mit Verbindung an. Danach geht es auch offline.",
    COACH_MOBILE:
      "Melden Sie sich einmal mit Verbindung an. Danach ist Ihr Posteingang auch offline da.",
  },
  haveInvitation: "Ich habe eine Einladung",
  otherApp: { CLIENT_MOBILE: "Coach-App öffnen", COACH_MOBILE: "Klienten-App öffnen" },
  otherAppWhy: "Jede App hat ihre eigene Anmeldung und ihre eigenen Daten auf diesem Gerät.",
  signIn: "Anmelden",
  signingIn: "Anmeldung läuft …",
  signInAgain: "Erneut anmelden",
  sessionOver: "Ihre Anmeldung ist beendet.",
  sessionOverWhy:
    "Ihre Einträge bleiben auf diesem Gerät. Sie werden gesendet, sobald Sie sich wieder anmelden.",
  signInFailed: {
    REFUSED: "Die Anmeldung wurde nicht abgeschlossen. Auf diesem Gerät hat sich nichts geändert.",
    FORGOTTEN:
      "Diese Anmeldung begann in einem anderen Tab oder ist zu lange her. Beginnen Sie hier neu.",
    UNREACHABLE: "Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und beginnen Sie neu.",
    NOT_STORED:
      "Der Browser konnte die Anmeldung nicht speichern. Schaffen Sie Platz und beginnen Sie neu.",
    NO_ACCOUNT:
      "Sie haben noch kein Konto. Nehmen Sie die Einladung Ihres Coachs an und melden Sie sich dann hier an.",
    SIGNING_OUT:
      "Eine Abmeldung auf diesem Gerät wartet auf eine Verbindung. Melden Sie sich danach an.",
    SUPERSEDED:
      "Auf diesem Gerät hat sich inzwischen jemand an- oder abgemeldet. Beginnen Sie hier neu.",
    OTHER_PERSON:
      "Auf diesem Gerät liegen Daten einer anderen Person. Sie muss sich hier zuerst abmelden.",
  },

  offline: "Keine Verbindung.",
  offlineRead: (time) => `Stand: ${time}. Neue Einträge warten auf diesem Gerät.`,
  offlineEntries: "Was Sie tun, wartet auf diesem Gerät.",
  offlineNeverRead: "Es wurde noch nichts geladen. Neue Einträge warten auf diesem Gerät.",
  updateReady: "Eine neue Version ist bereit.",
  updateWhy:
    "Sie startet, sobald nichts mehr gespeichert wird. Wartende Einträge bleiben erhalten.",
  updateNow: "Neue Version starten",

  storageFault: {
    FULL: "Der Speicher ist voll. Neue Einträge lassen sich nicht speichern. Schaffen Sie auf diesem Gerät Platz und laden Sie neu.",
    CORRUPT:
      "Die gespeicherten Daten sind beschädigt. Neue Einträge lassen sich nicht speichern. Lassen Sie diese Seite offen und wenden Sie sich an den Support.",
    REFUSED:
      "Dieser Browser speichert hier keine Daten, vielleicht wegen eines privaten Fensters. Nutzen Sie ein normales Fenster.",
    LOST: "Ein anderer Tab verwendet die gespeicherten Daten. Laden Sie diese Seite neu, um sie hier zu nutzen.",
    NEWER:
      "Eine neuere Version dieser App hat die Daten gespeichert. Laden Sie die Seite neu, um diese Version zu bekommen.",
    UNEXPECTED:
      "Der letzte Eintrag ließ sich nicht speichern. Laden Sie die Seite neu und geben Sie ihn noch einmal ein.",
  },
  noAccess: "Sie haben zurzeit keinen Zugriff auf ein Coaching.",
  noAccessWhy:
    "Ihre Einträge dafür bleiben auf diesem Gerät. Sie werden gesendet, wenn Sie wieder Zugriff haben.",
  purged: {
    RELATIONSHIP_END: "Ein Coaching ist beendet.",
    PERMISSION_REVOCATION: "Ihr Zugriff ist beendet.",
    WORKSPACE_SUSPENSION: "Ein Arbeitsbereich ist gesperrt.",
    ACCOUNT_DELETION: "Das Konto auf diesem Gerät wurde gelöscht.",
    DEVICE_RESET: "Dieses Gerät wurde zurückgesetzt.",
    DEVICE_REVOCATION: "Dieses Gerät wurde abgemeldet.",
    SEALED_UNTIL: "Gesperrte Einträge sind abgelaufen.",
    OTHER: "Gespeicherte Daten mussten gelöscht werden.",
  },
  purgedNext: {
    RELATIONSHIP_END: {
      CLIENT_MOBILE: "Für ein neues nehmen Sie eine Einladung an.",
      COACH_MOBILE: "Für ein neues laden Sie die Person wieder ein.",
    },
    PERMISSION_REVOCATION: "Sobald Sie wieder Zugriff haben, melden Sie sich hier an.",
    WORKSPACE_SUSPENSION: "Er ist wieder hier, sobald die Sperre endet.",
    ACCOUNT_DELETION: "Sie müssen nichts tun.",
    DEVICE_RESET: "Melden Sie sich an, um Ihre Daten neu zu laden.",
    DEVICE_REVOCATION: "Melden Sie sich an, um weiterzumachen.",
    SEALED_UNTIL: "Wenn sie noch wichtig sind, geben Sie sie neu ein.",
    OTHER: "Melden Sie sich an, um Ihre Daten neu zu laden.",
  },
  purgedDeleted: (count) =>
    count === 1
      ? "Die Daten sind von diesem Gerät gelöscht, auch 1 Eintrag, der noch nicht gesendet war."
      : `Die Daten sind von diesem Gerät gelöscht, auch ${count} Einträge, die noch nicht gesendet waren.`,
  purgedSealed: (count) =>
    count === 1
      ? "Die Daten sind von diesem Gerät gelöscht. 1 nicht gesendeter Eintrag bleibt hier gesperrt, bis zu 30 Tage."
      : `Die Daten sind von diesem Gerät gelöscht. ${count} nicht gesendete Einträge bleiben hier gesperrt, bis zu 30 Tage.`,
  purgedNothingLost: "Die Daten sind von diesem Gerät gelöscht. Kein Eintrag ging verloren.",
  notPersisted: "Der Browser kann die gespeicherten Daten löschen.",
  notPersistedWhy:
    "Das kann passieren, wenn der Platz knapp wird. Erlauben Sie dauerhaften Speicher oder öffnen Sie die Seite oft, bis alles gesendet ist.",
  askPersist: "Dauerhaften Speicher erlauben",
  persistRefused:
    "Der Browser hat es nicht erlaubt. Installieren Sie die Seite als App und versuchen Sie es dann erneut.",
  evicted: "Der Browser hat die gespeicherten Daten gelöscht.",
  evictedWhy: "Angenommene Einträge sind sicher auf dem Server. Wartende Einträge sind verloren.",
  copied: "Die gespeicherten Daten stammen von einem anderen Gerät.",
  copiedWhy: "Lesbare Einträge sendet dieses Gerät. Das andere Gerät behält seine eigenen.",
  unreadable: (count) =>
    count === 1 ? "1 Eintrag ist nicht lesbar." : `${count} Einträge sind nicht lesbar.`,
  unreadableWhy:
    "Ohne ihren Schlüssel kann dieses Gerät sie nicht senden. Geben Sie sie noch einmal ein.",
  showEntries: "Ansehen",

  noDay: "Der heutige Tag ist noch nicht geladen",
  noDayWhy: "Er erscheint hier, sobald dieses Gerät online ist.",
  noScope: "Kein Coaching auf diesem Gerät",
  noScopeWhy: "Sobald Sie die Einladung eines Coachs annehmen, erscheinen hier Ihre Aufgaben.",
  scopeOf: (number) => `Coaching ${number}`,
  emptyDay: "Heute ist nichts geplant",
  emptyDayWhy: "Der Plan Ihres Coachs erscheint hier, sobald er beginnt.",
  emptyStart: "Noch ist nichts geplant",
  emptyStartWhy:
    "Gehen Sie zuerst die Schritte unten durch. Danach erscheint hier der Plan Ihres Coachs.",
  readAgain: "Aktualisieren",
  reading: "Wird aktualisiert …",
  readAt: (time) => `Stand ${time}`,
  otherZone: (zone) => `Zeiten in ${zone}`,
  adherence: "Plantreue",
  adherenceNone: "Noch kein Wert",
  adherenceWhy: "Vom Server berechnet, ohne wartende Einträge.",
  countDone: (done, all) => `${done} von ${all} erledigt`,
  countWaiting: (count) => (count === 1 ? "1 Eintrag wartet" : `${count} Einträge warten`),

  planes: {
    ACCEPTED: "Angenommen",
    WAITING: "Noch nicht gesendet",
    SENT: "Gerade angenommen",
    REFUSED: "Nicht angenommen",
  },
  unsure: "Kann sich noch ändern: Diesem Gerät fehlt ein Teil der Daten.",
  taskStatus: {
    PENDING: "Offen",
    IN_PROGRESS: "Begonnen",
    COMPLETED: "Erledigt",
    SKIPPED: "Ausgelassen",
    MISSED: "Verpasst",
    CANCELED: "Zurückgezogen",
    SUPERSEDED: "Ersetzt",
  },
  taskStatusUnknown: "Diese Version kennt den Status nicht",
  itemStatus: { PENDING: "offen", COMPLETED: "erledigt", SKIPPED: "ausgelassen" },
  dueAt: (time) => `fällig ${time}`,
  from: (time) => `ab ${time}`,
  snoozedUntil: (time) => `Verschoben bis ${time}`,
  valueOf: (value, target) => `${value} von ${target}`,
  noValue: "Nichts erfasst",
  yes: "Ja",
  no: "Nein",
  forms: "Auszufüllende Formulare",
  profileTitle: "Ihr Profil",
  profileWhy: "Ihr Coaching beginnt, sobald es vollständig ist. Das braucht eine Verbindung.",
  profileFields: { birthDate: "Geburtsdatum", heightCm: "Größe in cm", goal: "Ihr Ziel" },
  profileMissing: "Füllen Sie alle drei Felder aus.",
  profileSave: "Profil speichern",
  profileSaved: "Ihr Profil ist gespeichert.",
  profileLater: "Noch keine Antwort. Es wird gespeichert, sobald dieses Gerät verbunden ist.",
  profileRefused: "Der Server hat das nicht angenommen. Prüfen Sie Ihre Eingaben.",
  openForm: "Formular öffnen",
  openWorkout: "Training öffnen",
  ownScreen: "Dafür hat die native App eine eigene Ansicht, die hier fehlt.",

  complete: "Erledigen",
  completeAll: (count) => (count === 1 ? "Den offenen Punkt abhaken" : `Alle ${count} abhaken`),
  confirmAll: (count) =>
    count === 1 ? "Den offenen Punkt abhaken?" : `Alle ${count} offenen Punkte abhaken?`,
  tickThem: "Abhaken",
  keepOpen: "Offen lassen",
  tickIt: "Abhaken",
  tick: (label) => `${label} abhaken`,
  skipItem: (label) => `${label} auslassen`,
  skip: "Auslassen",
  skipTitle: (what) => `${what} auslassen`,
  reason: "Grund",
  chooseReason: "Grund wählen",
  note: "Notiz (optional)",
  noteHint: (count) => `Bis zu ${count} Zeichen. Ihr Coach kann sie lesen.`,
  record: "Erfassen",
  value: "Wert",
  valueBounds: (min, max) => `Von ${min} bis ${max}`,
  enterNumber: "Geben Sie eine Zahl ein.",
  outOfBounds: (min, max) => `Geben Sie eine Zahl von ${min} bis ${max} ein.`,
  enterText: "Geben Sie einen Text ein.",
  chooseOne: "Wählen Sie etwas aus.",
  optional: "freiwillig",
  later: "Später",
  laterTitle: (what) => `${what} später erledigen`,
  laterBy: (minutes) => `In ${minutes} Min.`,
  undo: "Rückgängig",
  undoWhat: (what) => `Rückgängig: ${what}`,
  saved: "Auf diesem Gerät gespeichert",
  notSaved: "Das ließ sich nicht speichern. Nichts hat sich geändert.",
  actionFault: {
    TOO_LARGE: "Dieser Eintrag ist zu groß. Kürzen Sie ihn.",
    TOO_MANY_SETS: "Dieser Eintrag hat zu viele Sätze.",
    NOT_JSON: "Dieser Eintrag enthält Zeichen, die sich nicht senden lassen.",
    TOO_MANY_DEPENDENCIES: "Dieser Eintrag hängt von zu vielen anderen ab.",
    TOO_MANY_FILES: "Dieser Eintrag hat zu viele Bilder. Entfernen Sie einige.",
    FILE_UNKNOWN:
      "Ein Bild dieses Eintrags ist nicht mehr auf diesem Gerät. Wählen Sie es noch einmal aus.",
    TYPE_INVALID: "Diese Version der Seite kann diesen Eintrag nicht anlegen. Laden Sie sie neu.",
    REVISION_INVALID: "Dieser Eintrag passt nicht zur Aufgabe. Aktualisieren Sie den Tag.",
    ID_TAKEN:
      "An Stelle dieses Eintrags wurde ein anderer gespeichert. Geben Sie ihn noch einmal ein.",
    ID_INVALID:
      "Dieser Eintrag ließ sich nicht anlegen. Laden Sie die Seite neu und geben Sie ihn noch einmal ein.",
  },

  likelyRefused: (sentence) =>
    `Das wird wahrscheinlich nicht angenommen: ${sentence} Sie können es trotzdem eintragen.`,

  skipReasons: {
    PAIN_OR_INJURY: "Schmerzen oder Verletzung",
    ILLNESS: "Krankheit",
    SIDE_EFFECT: "Nebenwirkung",
    FOOD_UNAVAILABLE: "Lebensmittel nicht verfügbar",
    EQUIPMENT_UNAVAILABLE: "Geräte nicht verfügbar",
    PLAN_TOO_HARD: "Zu schwer",
    CONFUSED: "Ich verstehe die Aufgabe nicht",
    REQUEST_HELP: "Ich brauche Hilfe",
    BUSY: "Keine Zeit",
    FORGOT: "Vergessen",
    TRAVEL: "Auf Reisen",
    NOT_HUNGRY: "Kein Hunger",
    ALREADY_DONE_OUTSIDE_APP: "Außerhalb der App erledigt",
    OTHER: "Ein anderer Grund",
  },

  entriesTitle: "Einträge",
  entriesWhy: "Alle Ihre Eingaben auf diesem Gerät und ihr Ergebnis.",
  noEntries: "Noch keine Einträge",
  noEntriesWhy: "Hier sehen Sie, was Sie abhaken, erfassen oder auslassen, und ob es gesendet ist.",
  lastSync: (time) => `Zuletzt synchronisiert: ${time}`,
  neverSynced: "Noch nie synchronisiert",
  sendNow: "Jetzt senden",
  sending: "Wird gesendet …",
  judgedOlder:
    "Der Server wurde aus einer Sicherung wiederhergestellt. Er hat diesen Eintrag mit einem älteren Stand der Aufgabe geprüft.",
  refusedWithout: "Der Server hat diesen Eintrag nicht angenommen.",
  whatToDo: {
    STALE_REVISION:
      "Sehen Sie sich den aktuellen Stand der Aufgabe an. Stimmt Ihr Eintrag noch, senden Sie ihn erneut.",
    SUPERSEDED_ASSIGNMENT:
      "Sehen Sie sich die Aufgaben von heute an. Wenn es noch wichtig ist, sagen Sie es Ihrem Coach.",
    PERMISSION_REVOKED: "Sie haben keinen Zugriff mehr. Fragen Sie Ihren Coach.",
    LIFECYCLE_CLOSED:
      "Der Eintrag bleibt hier als Beleg. Wenn er wichtig ist, sagen Sie es Ihrem Coach.",
    DUPLICATE_OPERATION: "Nichts ist verloren: Der Server hat den Eintrag bereits.",
    PAYLOAD_INVALID: "Wiederholen Sie den Eintrag mit einem passenden Wert.",
    UPLOAD_EXPIRED: "Hängen Sie die Datei noch einmal an.",
    DEVICE_REVOKED: "Melden Sie sich auf diesem Gerät neu an.",
    SERVER_REQUIRES_REFETCH:
      "Aktualisieren Sie den Tag. Stimmt Ihr Eintrag noch, wiederholen Sie ihn.",
  },
  whatToDoOtherwise:
    "Aktualisieren Sie den Tag. Wenn der Eintrag noch wichtig ist, wiederholen Sie ihn.",
  resend: "Erneut senden",
  resent: "Erneut eingereiht. Der neue Eintrag steht in der Liste.",
  keepEntry: "Behalten",
  discardEntry: "Verwerfen",
  discardTogether: (count) =>
    count === 1
      ? "1 anderer Eintrag braucht diesen und wird mit verworfen."
      : `${count} andere Einträge brauchen diesen und werden mit verworfen.`,
  deleted: "Von diesem Gerät gelöscht.",
  discardedEntry: "Verworfen. Sie können das 30 Sekunden lang zurücknehmen.",
  restored: "Der Eintrag ist wieder da.",
  tooLate: "Das lässt sich nicht mehr zurücknehmen.",
  refetched: "Der neueste Stand ist geladen.",
  lookFirst:
    "Der Tag hat sich geändert und wurde jetzt gelesen. Sehen Sie ihn an und senden Sie Ihre Durchsicht dann noch einmal.",
  readFirst:
    "Zuerst wird der neueste Stand gebraucht. Verbinden Sie sich und versuchen Sie es erneut.",
  correctFirst:
    "Der Server würde denselben Eintrag wieder ablehnen. Geben Sie einen anderen Wert ein.",
  beingSent: "Dieser Eintrag wird gerade gesendet. Die Antwort kommt bald.",
  entryChanged: "Dieser Eintrag hat sich inzwischen geändert. Sehen Sie ihn noch einmal an.",
  openToday: "Heute öffnen",

  acts: {
    "quick-log.complete-task": (task) => `${task}: erledigt`,
    "quick-log.complete-item": (task, item) => `${task}: ${item} abgehakt`,
    "quick-log.complete-all": (task) => `${task}: alles abgehakt`,
    "quick-log.record-value": (task, value) => `${task}: ${value} erfasst`,
    "quick-log.skip": (task, item) =>
      item === "" ? `${task}: ausgelassen` : `${task}: ${item} ausgelassen`,
    "quick-log.undo": (task) => `${task}: rückgängig gemacht`,
    "quick-log.snooze": (task, minutes) => `${task}: um ${minutes} Min. verschoben`,
  },
  actUnreadable: "Ein Eintrag, der auf diesem Gerät nicht lesbar ist",
  actOther: (task) => `${task}: eine andere Art von Eintrag`,
  taskElsewhere: "Eine Aufgabe, die heute nicht auf der Liste steht",
  itemElsewhere: "ein Punkt",

  language: "Sprache",
  languageBrowser: "Wie der Browser",
  appearance: "Darstellung",
  appearanceOf: { system: "Wie das Gerät", light: "Hell", dark: "Dunkel" },
  account: "Konto",
  signedIn: "Auf diesem Gerät angemeldet.",
  notSignedIn: "Auf diesem Gerät ist niemand angemeldet.",
  signOut: "Abmelden",
  signOutLosing: (count) =>
    count === 1
      ? "1 Eintrag ist noch nicht gesendet. Das Abmelden löscht ihn endgültig."
      : `${count} Einträge sind noch nicht gesendet. Das Abmelden löscht sie endgültig.`,
  signOutAnyway: (count) => (count === 1 ? "1 Eintrag löschen" : `${count} Einträge löschen`),
  keepSignedIn: "Angemeldet bleiben",
  lockedOutTitle: "Abmeldung",
  lockedOut:
    "Dieses Gerät ist gesperrt, bis der Server die Abmeldung bestätigt. Dazu braucht es eine Verbindung.",
  signingOut: "Abmeldung läuft …",
  storage: "Speicher",
  persisted: "Der Browser behält die gespeicherten Daten.",

  developer: "Entwickler-Schalter",
  developerWhy:
    "Sie simulieren Störungen unterhalb der Bibliothek, nur auf dieser Seite. Keine native App hat sie.",
  airplane: "Flugmodus",
  airplaneWhy: "Keine Anfrage verlässt diese Seite.",
  loseAnswer: "Nächste Antwort verlieren",
  loseAnswerWhy: "Der Server verarbeitet den nächsten Stapel, aber seine Antwort kommt nie an.",
  loseAnswerArmed: "Die nächste Antwort geht verloren",
  wrongClock: "Falsche Uhr",
  wrongClockWhy: "Die Bibliothek verwendet diese Uhr.",
  clockOffsets: {
    right: "Richtig",
    hourBehind: "1 Std. zurück",
    dayAhead: "1 Tag voraus",
    yearAhead: "400 Tage voraus",
  },
  kill: "App beenden",
  killWhy: "Die Bibliothek stoppt sofort, auch mitten in einem Vorgang. Danach lädt die Seite neu.",
};
