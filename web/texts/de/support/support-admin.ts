import type { supportAdmin as english } from "../../en/support/support-admin.ts";

/** Texts of the pages of support that only administrators have. */
export const supportAdmin: Readonly<Record<keyof typeof english, string>> = {
  "support.health": "{status} in {latency} ms, {at}",
  "support.lastChange": "letzte Änderung {change}, {at}",
  "support.changeState": "Zustand ändern…",
  "support.changeStateGo": "Zustand ändern",
  "support.checkNow": "Jetzt prüfen",
  "support.checked": "{status} in {latency} ms",
  "support.state": "Zustand",
  "support.providerTitle": "Den Zustand von {name} ändern",
  "support.providerLead":
    "Er gilt sofort für neue Anmeldungen. Offene Sitzungen laufen weiter, wenn Sie sie nicht beenden.",
  "support.endItsSessions": "Dessen Sitzungen beenden",
  "support.endItsSessionsHint": "Alle, die sich damit angemeldet haben, werden abgemeldet.",
  "support.providerIs":
    "Erledigt. Neuer Zustand: {status}.{count, plural, =0 {} one { # Sitzung beendet.} other { # Sitzungen beendet.}}",
  "support.noGrants": "Noch hat niemand im Support eine Berechtigung.",
  "support.grant": "Berechtigung erteilen…",
  "support.grantTitle": "Eine Berechtigung erteilen",
  "support.grantLead": "Die Person hat sie ab der nächsten Anfrage.",
  "support.grantGo": "Erteilen",
  "support.granted": "Erteilt: {permission}",
  "support.subject": "Person",
  "support.subjectHint": "Das Subjekt (sub) der Anmeldung, bei Ihrem eigenen Anbieter.",
  "support.permission": "Berechtigung",
  "support.grantedAt": "seit {at}",
  "support.revoke": "Entziehen",
  "support.revokeTitle": "{permission} entziehen",
  "support.revokeLead": "{subject} verliert sie ab der nächsten Anfrage.",
  "support.revokedNow": "Erledigt. Die Berechtigung ist entzogen.",
  "support.revokedAt": "entzogen {at}",
  "support.pictures.NEEDS_REVIEW": "Zu prüfen",
  "support.pictures.APPROVED": "Freigegeben",
  "support.pictures.UNMATCHED": "Ohne Bild",
  "support.pictures.REJECTED": "Abgelehnt",
  "support.picturesHidden":
    "Bilder öffnen sich nur mit einem Konto, und diese Anmeldung hat keines. Entscheiden Sie mit einer, die eines hat.",
  "support.noMatches": "Keine Übung ist in diesem Zustand.",
  "support.noCandidates": "Kein Bild der Bibliothek passt.",
  "support.differsIn": "weicht ab in {names}",
  "support.picture.APPROVE": "Freigeben",
  "support.picture.REJECT": "Ablehnen",
  "support.noPicture": "Bild entfernen",
  "support.conflict.CHANGED_SINCE_READ": "Inzwischen hat jemand entschieden. Lesen Sie es erneut.",
  "support.conflict.CANDIDATE_REJECTED": "Dieser Vorschlag wurde abgelehnt.",
  "support.conflict.PROVIDER_NOT_DISABLED":
    "Schalten Sie ihn ab, bevor Sie dessen Sitzungen beenden.",
  "support.conflict.WOULD_LOCK_YOU_OUT":
    "Sie sind damit angemeldet: Die Änderung würde Sie aussperren.",
  "support.status.APPROVED": "freigegeben",
  "support.status.DEPRECATED": "veraltet",
  "support.status.DISABLED": "abgeschaltet",
  "support.status.DRAFT": "Entwurf",
  "support.setupWarning.ADAPTER_MISSING":
    "Diese Version hat keinen Adapter dafür, darum kann sich niemand damit anmelden.",
  "support.setupWarning.BACKCHANNEL_LOGOUT_NOT_ANNOUNCED":
    "Er kündigt nicht an, dass er Abmeldungen meldet.",
  "support.setupWarning.PHONE_NOT_PROVABLE":
    "Keine Anmeldung belegt die Telefonnummer eines Klienten.",
  "support.setupWarning.ISSUER_PARAMETER_NOT_ANNOUNCED":
    "Er kündigt nicht an, dass seine Antworten den Aussteller nennen.",
  "support.setupWarning.PKCE_S256_NOT_ANNOUNCED": "Er kündigt kein PKCE mit S256 an.",
  "support.setupWarning.POLICY_NOT_MAPPED": "Kein Claim ist zugeordnet, den die Prüfregel braucht.",
  "support.setupWarning.POLICY_NOT_MET": "Die Anmeldung erfüllt die Prüfregel nicht.",
  "support.setupWarning.SLOW_ANSWER": "Er antwortet langsam.",
  "support.setupWarning.OTHER": "{code}",
  "support.status.DRY_RUN": "Probelauf",
  "support.status.ENABLED": "eingeschaltet",
  "support.status.MAINTENANCE": "in Wartung",
  "support.status.NEEDS_REVIEW": "zu prüfen",
  "support.status.UNMATCHED": "ohne Bild",
};
