import type { Texts } from "./texts.ts";

/** What the page says in German. */
export const de: Texts = {
  standIn: "Ersatz für die native Klienten-App",
  standInWhy:
    "Diese Seite nutzt die Bibliothek der nativen Apps in einem Browser. Sie gehört zu einer Entwicklungsumgebung.",
  today: "Heute",
  entries: "Einträge",
  settings: "Einstellungen",
  mainNavigation: "Hauptnavigation",
  close: "Schließen",
  cancel: "Abbrechen",

  opening: "Die Daten dieses Geräts werden geöffnet …",
  cannotOpen: "Die Seite kann nicht starten",
  cannotOpenWhy:
    "Die gespeicherten Daten ließen sich nicht öffnen. Laden Sie die Seite neu, um es noch einmal zu versuchen.",
  reload: "Neu laden",

  signInTitle: "Anmelden",
  signInWhy: "Einmal mit Verbindung anmelden, danach geht der Tag auch ohne.",
  signIn: "Anmelden",
  signingIn: "Anmeldung läuft …",
  signInAgain: "Erneut anmelden",
  sessionOver: "Ihre Anmeldung ist beendet.",
  sessionOverWhy: "Alles bleibt hier. Es wird gesendet, sobald Sie wieder angemeldet sind.",
  signInFailed: {
    REFUSED: "Die Anmeldung wurde nicht abgeschlossen. Auf diesem Gerät hat sich nichts geändert.",
    FORGOTTEN:
      "Diese Anmeldung begann in einem anderen Tab oder ist zu lange her. Beginnen Sie hier neu.",
    UNREACHABLE: "Der Dienst ist nicht erreichbar. Prüfen Sie die Verbindung und beginnen Sie neu.",
    NOT_STORED:
      "Der Browser konnte die Anmeldung nicht speichern. Schaffen Sie Platz und beginnen Sie neu.",
    NO_ACCOUNT:
      "Es gibt noch kein Konto. Nehmen Sie die Einladung Ihres Coachs an und melden Sie sich dann hier an.",
    SIGNING_OUT:
      "Eine Abmeldung auf diesem Gerät wartet auf eine Verbindung. Melden Sie sich danach an.",
    OTHER_PERSON:
      "Auf diesem Gerät liegen Daten einer anderen Person. Sie muss sich hier zuerst abmelden.",
  },

  offline: "Keine Verbindung.",
  offlineRead: (time) => `Zu sehen ist der Stand von ${time}. Neue Einträge warten hier.`,
  offlineNeverRead: "Noch wurde nichts gelesen. Neue Einträge warten hier.",
  updateReady: "Eine neue Version ist bereit.",
  updateWhy: "Sie startet, sobald nichts mehr geschrieben wird. Wartende Einträge bleiben.",
  updateNow: "Neue Version starten",

  storageFault: {
    FULL: "Der Speicher ist voll. Neues lässt sich nicht speichern. Schaffen Sie auf diesem Gerät Platz und laden Sie neu.",
    CORRUPT:
      "Die gespeicherten Daten sind beschädigt. Neues lässt sich nicht speichern. Lassen Sie diese Seite offen und fragen Sie den Support.",
    REFUSED:
      "Dieser Browser speichert hier nichts, etwa in einem privaten Fenster. Öffnen Sie die Seite in einem normalen Fenster.",
    LOST: "Ein anderer Tab hat die gespeicherten Daten übernommen. Laden Sie diese Seite neu, um sie hier zu nutzen.",
    NEWER:
      "Eine neuere Version dieser App hat die gespeicherten Daten geschrieben. Laden Sie die Seite neu, um diese Version zu bekommen.",
    UNEXPECTED:
      "Der letzte Eintrag ließ sich nicht speichern. Laden Sie die Seite neu und machen Sie ihn noch einmal.",
  },
  notPersisted: "Der Browser darf löschen, was hier gespeichert ist.",
  notPersistedWhy:
    "Das tut er, wenn Platz fehlt. Erlauben Sie dauerhaften Speicher, oder öffnen Sie die Seite oft, bis alles gesendet ist.",
  askPersist: "Dauerhaften Speicher erlauben",
  persistRefused:
    "Der Browser hat es nicht erlaubt. Installieren Sie die Seite als App und versuchen Sie es dann erneut.",
  evicted: "Der Browser hat gelöscht, was hier gespeichert war.",
  evictedWhy:
    "Angenommene Einträge sind beim Dienst sicher. Einträge, die hier warteten, sind verloren.",
  copied: "Die gespeicherten Daten stammen von einem anderen Gerät.",
  copiedWhy: "Lesbare Einträge werden von hier gesendet. Das frühere Gerät behält seine eigenen.",
  unreadable: (count) =>
    count === 1 ? "1 Eintrag ist nicht lesbar." : `${count} Einträge sind nicht lesbar.`,
  unreadableWhy:
    "Ihr Schlüssel fehlt auf diesem Gerät, sie können nicht gesendet werden. Machen Sie sie noch einmal.",

  noDay: "Der Tag wurde noch nicht gelesen",
  noDayWhy: "Er erscheint hier, sobald dieses Gerät eine Verbindung hatte.",
  noScope: "Noch kein Coaching",
  noScopeWhy:
    "Nehmen Sie zuerst die Einladung Ihres Coachs an. Dann erscheint der Tag an dieser Stelle.",
  scopeOf: (number) => `Coaching ${number}`,
  emptyDay: "Heute ist nichts geplant",
  emptyDayWhy: "Ein Plan Ihres Coachs erscheint hier, sobald er begonnen hat.",
  readAgain: "Neu lesen",
  reading: "Wird gelesen …",
  readAt: (time) => `Stand ${time}`,
  otherZone: (zone) => `Zeiten in ${zone}`,
  adherence: "Plantreue",
  adherenceNone: "Noch kein Wert",
  adherenceWhy: "Der Wert des Dienstes. Wartendes zählt nicht mit.",
  countDone: (done, all) => `${done} von ${all} erledigt`,
  countWaiting: (count) => (count === 1 ? "1 Eintrag wartet" : `${count} Einträge warten`),

  planes: {
    ACCEPTED: "Angenommen",
    WAITING: "Wartet auf das Senden",
    SENT: "Eben angenommen",
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
  taskStatusUnknown: "In einem Zustand, den diese Version nicht kennt",
  itemStatus: { PENDING: "offen", COMPLETED: "erledigt", SKIPPED: "ausgelassen" },
  dueAt: (time) => `fällig ${time}`,
  from: (time) => `ab ${time}`,
  snoozedUntil: (time) => `Verschoben bis ${time}`,
  valueOf: (value, target) => `${value} von ${target}`,
  noValue: "Nichts erfasst",
  yes: "Ja",
  no: "Nein",
  ownScreen: "Das wird in einer eigenen Ansicht erfasst, die dieser Ersatz nicht hat.",

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
  note: "Notiz, wenn Sie möchten",
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
    TOO_LARGE: "Dieser Eintrag ist zu groß zum Senden. Kürzen Sie ihn.",
    TOO_MANY_SETS: "Dieser Eintrag hat zu viele Sätze.",
    NOT_JSON: "Dieser Eintrag enthält Zeichen, die sich nicht senden lassen.",
    TOO_MANY_DEPENDENCIES: "Dieser Eintrag folgt auf zu viele andere.",
    TYPE_INVALID: "Diese Version der Seite kann den Eintrag nicht machen. Laden Sie sie neu.",
    REVISION_INVALID: "Dieser Eintrag passt nicht zur Aufgabe. Lesen Sie den Tag neu.",
    ID_INVALID:
      "Dieser Eintrag bekam keinen Namen. Laden Sie die Seite neu und machen Sie ihn noch einmal.",
  },

  skipReasons: {
    PAIN_OR_INJURY: "Schmerz oder Verletzung",
    ILLNESS: "Krankheit",
    SIDE_EFFECT: "Nebenwirkung",
    FOOD_UNAVAILABLE: "Lebensmittel nicht da",
    EQUIPMENT_UNAVAILABLE: "Geräte nicht da",
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
  entriesWhy: "Alles, was auf diesem Gerät gemacht wurde, und was daraus geworden ist.",
  noEntries: "Noch keine Einträge",
  noEntriesWhy:
    "Abgehaktes, Erfasstes und Ausgelassenes erscheint hier, mit seinem Weg zum Dienst.",
  attention: "Zu klären",
  waiting: "Warten",
  decided: "Beantwortet",
  counts: {
    waiting: "Warten",
    attention: "Zu klären",
    accepted: "Angenommen",
  },
  lastSync: (time) => `Letzter Austausch mit dem Dienst ${time}`,
  neverSynced: "Noch kein Austausch mit dem Dienst",
  sendNow: "Jetzt senden",
  sending: "Wird gesendet …",
  operationStatus: {
    QUEUED: "Wartet",
    SYNCING: "Wird gesendet",
    ACCEPTED: "Angenommen",
    REJECTED: "Abgelehnt",
    CONFLICTED: "Konflikt",
    DISCARDED: "Verworfen",
  },
  waits: {
    OFFLINE: "Es gibt keine Verbindung. Er wird von selbst gesendet.",
    RETRY_AT: "Der Dienst hat nicht geantwortet. Er wird von selbst erneut gesendet.",
    SIGN_IN: "Er wird gesendet, sobald Sie wieder angemeldet sind.",
    SCOPE_LOCKED: "Das Coaching pausiert. Er wird gesendet, sobald die Pause endet.",
    DEPENDENCY: "Er folgt auf einen anderen Eintrag, der wartet.",
    MEDIA: "Seine Dateien werden noch hochgeladen.",
    SET_ASIDE: "Der Dienst konnte ihn nicht lesen. Eine neue Version der App sendet ihn erneut.",
    VERSION:
      "Der Dienst kennt diese Art von Eintrag noch nicht. Er wird von selbst erneut gesendet.",
  },
  waitsNext: "Er wird als Nächstes gesendet.",
  retryAt: (time) => `Nächster Versuch ${time}.`,
  retries: (count) => (count === 1 ? "Einmal versucht." : `${count}-mal versucht.`),
  made: (time) => `gemacht ${time}`,
  judgedOlder:
    "Der Dienst wurde aus einer Sicherung wiederhergestellt. Er hat über diesen Eintrag auf einem älteren Stand entschieden.",
  refusedWithout: "Der Dienst hat diesen Eintrag nicht angenommen.",
  whatToDo: {
    STALE_REVISION:
      "Sehen Sie sich die Aufgabe an, wie sie ist. Gilt der Eintrag noch, senden Sie ihn erneut.",
    SUPERSEDED_ASSIGNMENT:
      "Sehen Sie sich die Aufgaben von heute an. Ist es noch wichtig, sagen Sie es Ihrem Coach.",
    PERMISSION_REVOKED: "Sie haben keinen Zugriff mehr. Fragen Sie Ihren Coach.",
    LIFECYCLE_CLOSED:
      "Der Eintrag bleibt hier als Beleg. Ist er wichtig, sagen Sie es Ihrem Coach.",
    DUPLICATE_OPERATION: "Nichts ist verloren: Der Dienst hat ihn bereits.",
    PAYLOAD_INVALID: "Machen Sie den Eintrag noch einmal, mit einem passenden Wert.",
    UPLOAD_EXPIRED: "Hängen Sie die Datei noch einmal an.",
    DEVICE_REVOKED: "Melden Sie sich auf diesem Gerät neu an.",
    SERVER_REQUIRES_REFETCH:
      "Lesen Sie den Tag neu. Gilt der Eintrag noch, machen Sie ihn noch einmal.",
  },
  whatToDoOtherwise:
    "Lesen Sie den Tag neu. Ist der Eintrag noch wichtig, machen Sie ihn noch einmal.",
  resend: "Erneut senden",
  resent: "Er wurde erneut gesendet. Der neue Eintrag steht in der Liste.",
  openToday: "Heute öffnen",

  acts: {
    "quick-log.complete-task": (task) => `${task}: erledigt`,
    "quick-log.complete-item": (task, item) => `${task}: ${item} abgehakt`,
    "quick-log.complete-all": (task) => `${task}: alles abgehakt`,
    "quick-log.record-value": (task, value) => `${task}: ${value} erfasst`,
    "quick-log.skip": (task, item) =>
      item === "" ? `${task}: ausgelassen` : `${task}: ${item} ausgelassen`,
    "quick-log.undo": (task) => `${task}: rückgängig gemacht`,
    "quick-log.snooze": (task, minutes) => `${task}: ${minutes} Min. später`,
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
  lockedOut: "Dieses Gerät ist gesperrt. Der Dienst erfährt es mit der nächsten Verbindung.",
  storage: "Speicher",
  persisted: "Der Browser behält, was hier gespeichert ist.",

  developer: "Entwickler-Schalter",
  developerWhy:
    "Sie täuschen Störungen unterhalb der Bibliothek vor, nur auf dieser Seite. Keine native App hat sie.",
  airplane: "Flugmodus",
  airplaneWhy: "Keine Anfrage verlässt diese Seite.",
  loseAnswer: "Nächste Antwort verlieren",
  loseAnswerWhy: "Der Dienst führt den nächsten Stapel aus, doch seine Antwort kommt nie an.",
  loseAnswerArmed: "Die nächste Antwort geht verloren",
  wrongClock: "Falsche Uhr",
  wrongClockWhy: "Die Bibliothek sieht diese Uhr.",
  clockOffsets: {
    right: "Richtig",
    hourBehind: "1 Std. zurück",
    dayAhead: "1 Tag voraus",
    yearAhead: "400 Tage voraus",
  },
  kill: "App beenden",
  killWhy: "Die Bibliothek hält sofort an, mitten in ihrer Arbeit. Danach lädt die Seite neu.",
};
