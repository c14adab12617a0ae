import type { sync as english } from "../en/sync.ts";

/** Texts about a client's phones. */
export const sync: Readonly<Record<keyof typeof english, string>> = {
  "sync.device": "Telefon",
  "sync.state.NEVER": "nie synchronisiert",
  "sync.state.BEHIND": "im Rückstand",
  "sync.state.QUIET": "seit einem Tag still",
  "sync.state.CURRENT": "auf dem Stand",
  "sync.app": "{platform}, App {version}",
  "sync.lastSync": "Letzter Sync",
  "sync.lastSyncAt": "{at}, vor {span}",
  "sync.unsynced": "Nicht gesendet",
  "sync.notReported": "seit 30 Tagen nicht gemeldet",
  "sync.unsyncedCount": "{count, plural, one {# Eintrag} other {# Einträge}}, gemeldet {at}",
  "sync.refused": "Abgelehnt",
  "sync.plan": "Plan auf dem Telefon",
  "sync.noPlan": "kein Programm",
  "sync.planCurrent": "Revision {revision}, aktuell",
  "sync.planOld": "Revision {revision}, aktuell ist {present}",
  "sync.clock": "Uhr",
  "sync.clockRight": "richtig oder nicht gemeldet",
  "sync.clockAhead": "geht {span} vor",
  "sync.clockBehind": "geht {span} nach",
  "sync.conflict": "Training im Konflikt",
  "sync.replacedBy": "Stattdessen war „{title}“ geplant.",
  "sync.changed": "Geändert zwischen beiden: {names}",
  "sync.kind.SNAPSHOT_SUPERSEDED": "nach älterem Plan trainiert",
  "sync.kind.STALE_REVISION": "inzwischen geändert",
  "sync.kind.TASK_CANCELED": "war entfallen",
  "sync.kind.SESSION_ALREADY_SUBMITTED": "zweimal eingereicht",
  "sync.kind.SUPERSEDED_SNAPSHOT": "zählt, nach älterem Plan",
  "sync.kind.EXPIRED_SNAPSHOT": "zählt, Plan abgelaufen",
  "sync.kind.OTHER": "im Konflikt",
  "sync.noDevices": "Kein Telefon",
  "sync.noDevicesLead": "Für diesen Klienten ist kein aktives Telefon angemeldet.",
  "sync.lead":
    "Nur der Klient kann einen Konflikt in der App lösen. Was die Telefone gesendet haben, steht hier nicht.",
  "sync.suggested": "Vorschlag für eine Nachricht an {name}",
  "sync.copy": "Kopieren",
  "sync.copied": "Kopiert",
  "sync.hint.ASK_TO_RESUBMIT":
    "Ihr Training ist sicher. Bitte öffnen Sie die App einmal, wenn Sie online sind, und wählen Sie „Erneut einreichen“.",
  "sync.hint.EXPLAIN_CANCELLATION":
    "Ich hatte dieses Training abgesagt, bevor Ihr Telefon es gesendet hat. Ihre Einträge sind sicher; Sie müssen nichts tun.",
  "sync.hint.EXPLAIN_OTHER_SESSION":
    "Dieses Training war schon von einem anderen Telefon eingereicht. Bitte prüfen Sie in der App, welches zählen soll.",
  "sync.hint.TELL_WHAT_CHANGED":
    "Sie haben nach einer älteren Fassung des Plans trainiert, und es zählt. Bitte synchronisieren Sie vor dem nächsten Training.",
  "sync.hint.TELL_DAY_WAS_OVER": "Ihr Training kam nach dem Ende seines Tages. Es ist gespeichert.",
  "sync.hint.ASK_TO_READ_REFUSALS":
    "Einige Ihrer Einträge wurden abgelehnt. Bitte öffnen Sie die App und sehen Sie nach, was nicht gesendet wurde.",
  "sync.hint.ASK_TO_OPEN_APP":
    "Einige Ihrer Einträge warten noch auf Ihrem Telefon. Bitte öffnen Sie die App einmal, wenn Sie online sind.",
  "sync.hint.ASK_TO_CHECK_CLOCK":
    "Die Uhr Ihres Telefons geht falsch. Bitte stellen Sie sie auf automatische Zeit.",
  "sync.hint.OTHER": "Bitte öffnen Sie die App einmal, wenn Sie online sind.",
};
