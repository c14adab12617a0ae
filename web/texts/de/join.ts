import type { join as english } from "../en/join.ts";

/** Texts of joining a workspace by an invitation. */
export const join: Readonly<Record<keyof typeof english, string>> = {
  "join.invitation": "Ihre Einladung",
  "join.title": "{workspace} beitreten",
  "join.lead.ACCOUNT": "{who} bittet Sie, dort zu coachen. Was Sie schon haben, behalten Sie.",
  "join.lead.STRANGER": "{who} bittet Sie, dort zu coachen. Dafür brauchen Sie ein Konto.",
  "join.workspace": "Arbeitsbereich",
  "join.role": "Ihre Rolle",
  "join.role.COACH": "Coach: Sie arbeiten mit seinen Klienten",
  "join.role.UNKNOWN": "Mitglied",
  "join.who": "Eingeladen von",
  "join.act.ACCOUNT": "Beitreten",
  "join.act.STRANGER": "Konto anlegen und beitreten",
  "join.leave.ACCOUNT": "Konsole öffnen, ohne beizutreten",
  "join.leave.STRANGER": "Stattdessen einen eigenen Arbeitsbereich anlegen",
  "join.otherSignIn": "Anders anmelden",
  "join.joined": "Sie coachen in {workspace}",
  "join.joinedLead":
    "{own} bleibt, wie es ist. Der Name des Arbeitsbereichs, oben, wechselt zwischen beiden.",
  "join.open": "Konsole öffnen",
  "join.refusedTitle.INVITATION_CONTACT_MISMATCH": "An eine andere Adresse eingeladen",
  "join.refusedLead.INVITATION_CONTACT_MISMATCH":
    "Ihre Anmeldung zeigt eine andere Adresse als die eingeladene. Melden Sie sich mit jener an, oder bitten Sie um eine Einladung an Ihre.",
  "join.refusedTitle.VALIDATION_EXPIRED": "Das hat länger als zehn Minuten gedauert",
  "join.refusedLead.VALIDATION_EXPIRED":
    "Öffnen Sie den Link in Ihrer Nachricht noch einmal und wählen Sie „Im Browser beitreten“. Sie bleiben angemeldet.",
  "join.refusedTitle.NOT_FOUND": "Diese Einladung wurde nicht gefunden",
  "join.refusedLead.NOT_FOUND":
    "Öffnen Sie den Link in Ihrer Nachricht noch einmal. Wenn auch das nicht hilft, bitten Sie um eine neue Einladung.",
  "join.refusedTitle.INVITATION_EXPIRED": "Diese Einladung ist abgelaufen",
  "join.refusedLead.INVITATION_EXPIRED":
    "Bitten Sie die Person, die Sie eingeladen hat, um eine neue.",
  "join.refusedTitle.INVITATION_REVOKED": "Diese Einladung wurde zurückgezogen",
  "join.refusedLead.INVITATION_REVOKED":
    "Wenn Sie trotzdem beitreten möchten, bitten Sie die Person, die Sie eingeladen hat, um eine neue.",
  "join.refusedTitle.INVITATION_CONSUMED": "Diese Einladung wurde schon benutzt",
  "join.refusedLead.INVITATION_CONSUMED":
    "Wenn Sie sie angenommen haben, melden Sie sich an wie damals. Sonst bitten Sie um eine neue.",
  "join.refusedTitle.WORKSPACE_SUSPENDED": "Zurzeit kann niemand beitreten",
  "join.refusedLead.WORKSPACE_SUSPENDED":
    "Der Arbeitsbereich ist gesperrt. Fragen Sie die Person, die Sie eingeladen hat, und versuchen Sie es dann erneut.",
  "join.refusedTitle.ALREADY_MEMBER": "Sie sind schon dabei",
  "join.refusedLead.ALREADY_MEMBER":
    "Sie sind Coach in diesem Arbeitsbereich. Nichts wurde geändert.",
  "join.refusedTitle.NOT_A_COACH": "Ihr Konto gehört einem Klienten",
  "join.refusedLead.NOT_A_COACH":
    "Ein Klient kann mit demselben Konto nicht coachen. Hier wurde nichts angelegt; Ihr Konto ist in der App für Klienten.",
};
