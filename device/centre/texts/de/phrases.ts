import type { CentrePhrases } from "../types.ts";

/** The other sentences of the sync centre, in German. */
export const phrases: CentrePhrases = {
  groups: { ATTENTION: "Braucht Aufmerksamkeit", WAITING: "Wartet", DONE: "Beantwortet" },
  statuses: {
    QUEUED: "Wartet",
    SYNCING: "Wird gesendet",
    ACCEPTED: "Angenommen",
    REJECTED: "Abgelehnt",
    CONFLICTED: "Konflikt",
    DISCARDED: "Verworfen",
  },
  waits: {
    OFFLINE: "Keine Verbindung. Der Eintrag wird automatisch gesendet.",
    RETRY_AT:
      "Der Server hat den Eintrag noch nicht angenommen. Er wird automatisch erneut gesendet.",
    SIGN_IN: "Der Eintrag wird gesendet, sobald Sie sich wieder anmelden.",
    SCOPE_LOCKED: "Das Coaching pausiert. Der Eintrag wird gesendet, sobald die Pause endet.",
    NO_ACCESS:
      "Sie haben zurzeit keinen Zugriff auf dieses Coaching. Der Eintrag bleibt hier und wird gesendet, wenn Sie wieder Zugriff haben.",
    DEPENDENCY: "Der Eintrag wartet auf einen anderen.",
    MEDIA: "Die Dateien werden noch hochgeladen.",
    SET_ASIDE:
      "Der Server konnte den Eintrag nicht lesen. Eine neue Version der App sendet ihn erneut.",
    VERSION:
      "Der Server kennt diese Art von Eintrag noch nicht. Er wird automatisch erneut gesendet.",
    UNREADABLE:
      "Diesem Gerät fehlt der Schlüssel, deshalb wird der Eintrag nie gesendet. Verwerfen Sie ihn und geben Sie ihn neu ein.",
  },
  waitsNext: "Der Eintrag wird als Nächstes gesendet.",
  retryAt: (time) => `Nächster Versuch: ${time}.`,
  retries: (count) => (count === 1 ? "Einmal versucht." : `${count}-mal versucht.`),
  categories: {
    STALE_REVISION: "Das wurde inzwischen an anderer Stelle geändert.",
    SUPERSEDED_ASSIGNMENT: "Ihr Coach hat geändert oder entfernt, worum es in diesem Eintrag geht.",
    PERMISSION_REVOKED: "Sie haben darauf keinen Zugriff mehr.",
    LIFECYCLE_CLOSED: "Das ist abgeschlossen und nimmt keine Einträge mehr an.",
    DUPLICATE_OPERATION: "Der Server hat diesen Eintrag bereits.",
    PAYLOAD_INVALID: "So kann der Server diesen Eintrag nicht annehmen.",
    UPLOAD_EXPIRED: "Eine Datei dieses Eintrags muss erneut gesendet werden.",
    DEVICE_REVOKED: "Dieses Gerät ist auf dem Server abgemeldet.",
    SERVER_REQUIRES_REFETCH: "Zuerst muss der neueste Stand geladen werden.",
  },
  refused: "Der Server hat diesen Eintrag nicht angenommen.",
  range: (min, max) => `Möglich ist ${min} bis ${max}.`,
  advice: {
    STALE_REVISION:
      "Sehen Sie sich die Aufgabe an, wie sie ist. Stimmt Ihr Eintrag noch, senden Sie ihn erneut.",
    SUPERSEDED_ASSIGNMENT:
      "Sehen Sie sich die Aufgaben von heute an. Wenn es noch wichtig ist, sagen Sie es Ihrem Coach.",
    PERMISSION_REVOKED: "Fragen Sie Ihren Coach.",
    LIFECYCLE_CLOSED:
      "Der Eintrag bleibt hier als Beleg. Wenn er wichtig ist, sagen Sie es Ihrem Coach.",
    DUPLICATE_OPERATION: "Nichts ist verloren.",
    PAYLOAD_INVALID: "Berichtigen Sie den Eintrag, dann senden Sie ihn erneut.",
    UPLOAD_EXPIRED: "Hängen Sie die Datei noch einmal an.",
    DEVICE_REVOKED: "Melden Sie sich auf diesem Gerät neu an.",
    SERVER_REQUIRES_REFETCH:
      "Laden Sie den neuesten Stand. Stimmt Ihr Eintrag noch, wiederholen Sie ihn.",
  },
  adviceOtherwise:
    "Laden Sie den neuesten Stand. Wenn der Eintrag noch wichtig ist, wiederholen Sie ihn.",
  resolutions: {
    RETRY: "Der Eintrag wird automatisch erneut gesendet.",
    RESUBMIT: "Sie können ihn erneut senden.",
    REFRESH: "Sie können den neuesten Stand laden.",
    DISCARD: "Sie können ihn verwerfen.",
  },
  acts: {
    RESUBMIT: {
      label: "Erneut senden",
      consequence: "Macht denselben Eintrag noch einmal, auf dem neuesten Stand.",
    },
    CORRECT: {
      label: "Berichtigen",
      consequence: "Öffnet den Eintrag, damit Sie ihn ändern können.",
    },
    OPEN_WORKOUT: {
      label: "Training öffnen",
      consequence: "Über ein Training entscheiden Sie als Ganzes, auf seiner eigenen Seite.",
    },
    REFETCH: {
      label: "Neuesten Stand laden",
      consequence: "Zeigt, was sich seit Ihrem Eintrag geändert hat.",
    },
    DISCARD: {
      label: "Verwerfen",
      consequence: "Gibt den Eintrag auf. Das können Sie 30 Sekunden lang rückgängig machen.",
    },
    UNDO_DISCARD: {
      label: "Rückgängig",
      consequence: "Bringt den Eintrag zurück, wie er war.",
    },
  },
  made: (time) => `eingegeben ${time}`,
  unreadable: "Ein Eintrag, der auf diesem Gerät nicht lesbar ist",
  discardedContent: "Ein verworfener Eintrag",
  otherAction: (task) => `${task}: eine andere Art von Eintrag`,
  unknownTask: "Eine Aufgabe, die heute nicht auf der Liste steht",
  unknownItem: "ein Punkt",
  yes: "Ja",
  no: "Nein",
  changed: {
    by: {
      SELF: ({ what, time }) => `Auf einem anderen Gerät haben Sie ${what} geändert${time}.`,
      COACH: ({ what, time }) => `Ihr Coach hat ${what} geändert${time}.`,
      CLIENT: ({ what, time }) => `Ihre Klientin oder Ihr Klient hat ${what} geändert${time}.`,
      SYSTEM: ({ what, time }) => `Das System hat ${what} geändert${time}.`,
      UNKNOWN: ({ what, time }) => `Jemand hat ${what} geändert${time}.`,
    },
    fields: {
      status: "den Zustand",
      values: "den Wert",
      snooze: "die Uhrzeit",
      items: "die Punkte",
      answers: "die Antworten",
      tasks: "Aufgaben des Tages",
      title: "den Titel",
      instructions: "die Anleitung",
      dueAt: "die Frist",
      content: "den Inhalt",
    },
    and: "und",
    fits: "Ihr Eintrag passt noch.",
    replaced: "Eine andere Aufgabe hat sie ersetzt, und dort passt Ihr Eintrag.",
    check: "Prüfen Sie, ob Ihr Eintrag noch stimmt.",
    readFirst: "Laden Sie den neuesten Stand, bevor Sie entscheiden.",
  },
  notes: {
    mayHaveArrived:
      "Der Eintrag wurde schon gesendet, ohne Antwort. Vielleicht hat ihn der Server.",
    discardedMayHaveArrived:
      "Er wurde gesendet, bevor Sie ihn verworfen haben. Hat ihn der Server, zählt er vielleicht noch.",
    dependents: (count) =>
      count === 1
        ? "1 weiterer wartender Eintrag braucht diesen."
        : `${count} weitere wartende Einträge brauchen diesen.`,
    judgedOlder:
      "Der Server wurde aus einer Sicherung wiederhergestellt. Er hat den Eintrag mit einem älteren Stand geprüft.",
    replaced: "Sie haben ihn wiederholt. Der neuere Eintrag zählt.",
    undoFor: (seconds) =>
      seconds === 1
        ? "Sie können das noch 1 Sekunde lang rückgängig machen."
        : `Sie können das noch ${seconds} Sekunden lang rückgängig machen.`,
  },
  lost: {
    title: "Auf diesem Gerät nicht lesbar",
    why: "Diesem Gerät fehlt der Schlüssel. Niemand kann das noch lesen oder senden. Was vorher angenommen wurde, ist sicher auf dem Server.",
    kinds: {
      FORM: {
        what: "Antworten auf ein Formular",
        advice: "Öffnen Sie das Formular und beantworten Sie es neu.",
      },
      WORKOUT: {
        what: "Ein Training, das nicht beendet war",
        advice: "Beginnen Sie das Training neu. Angenommene Sätze zählen weiterhin.",
      },
      REVIEW: {
        what: "Eine Prüfung, die Sie gerade schrieben",
        advice: "Schreiben Sie sie neu.",
      },
      "form.submit": {
        what: "Ein Formular, das Sie abgeschickt haben",
        advice:
          "Vielleicht hat es der Server. Ist das Formular noch offen, schicken Sie es erneut ab.",
      },
      "workout-resolution": {
        what: "Ihre Entscheidung über ein Training",
        advice: "Öffnen Sie das Training. Fragt es noch, entscheiden Sie erneut.",
      },
      "account.accept": {
        what: "Eine Einladung, die Sie angenommen haben",
        advice:
          "Öffnen Sie die Einladung erneut. Hat der Server Ihr Konto schon, melden Sie sich nur an.",
      },
      OTHER: {
        what: "Eine Anfrage ohne Antwort",
        advice:
          "Vielleicht hat sie der Server. Hat sich nichts geändert, stellen Sie sie noch einmal.",
      },
    },
    discard: {
      label: "Löschen",
      consequence:
        "Löscht es endgültig von diesem Gerät. Lesen oder senden ließe es sich ohnehin nicht mehr.",
    },
  },
  counts: {
    entries: (count) => (count === 1 ? "1 Eintrag" : `${count} Einträge`),
    attention: (count) =>
      count === 1
        ? "1 Eintrag braucht Aufmerksamkeit."
        : `${count} Einträge brauchen Aufmerksamkeit.`,
    waiting: (count) => (count === 1 ? "1 Eintrag wartet." : `${count} Einträge warten.`),
    nothing: "Alles ist gesendet.",
  },
};
