import type { members as english } from "../../en/settings/members.ts";

/** Texts of the members of a workspace. */
export const members: Readonly<Record<keyof typeof english, string>> = {
  "settings.members": "{count, plural, one {# Mitglied} other {# Mitglieder}}",
  "settings.you": "Sie",
  "settings.role.OWNER": "Inhaber",
  "settings.role.COACH": "Coach",
  "settings.roleUnknown": "Mitglied ({code})",
  "settings.memberSince": "{role}, seit {day}",
  "settings.memberAct.HAND_CLIENTS": "Klienten übergeben",
  "settings.memberAct.MAKE_OWNER": "Zum Inhaber machen",
  "settings.memberAct.REMOVE": "Entfernen",
  "settings.memberActOf.HAND_CLIENTS": "Klienten übergeben: {name}",
  "settings.memberActOf.MAKE_OWNER": "Zum Inhaber machen: {name}",
  "settings.memberActOf.REMOVE": "Entfernen: {name}",
  "settings.ask.HAND_CLIENTS": "Klienten von {name} übergeben",
  "settings.ask.MAKE_OWNER": "{name} zum Inhaber machen?",
  "settings.ask.REMOVE": "{name} entfernen?",
  "settings.effect.HAND_CLIENTS":
    "Jeder Klient bekommt eine E-Mail, die den neuen Coach nennt. Die Aufgaben im Posteingang gehen mit.",
  "settings.effect.MAKE_OWNER":
    "{name} verwaltet dann Mitglieder und Einstellungen. Sie bleiben als Coach und behalten Ihre Klienten. Nur {name} kann das zurückgeben. Sie bekommen beide eine E-Mail.",
  "settings.effect.REMOVE":
    "{name} verliert sofort den Zugang und bekommt eine E-Mail. Klienten und offene Aufgaben gehen an den Coach, den Sie wählen.",
  "settings.go.HAND_CLIENTS":
    "{count, plural, one {# Klienten übergeben} other {# Klienten übergeben}}",
  "settings.go.MAKE_OWNER": "{name} zum Inhaber machen",
  "settings.go.REMOVE": "{name} entfernen",
  "settings.successor": "Wer die Klienten von {name} übernimmt",
  "settings.newCoach": "Neuer Coach",
  "settings.noneToHand": "Kein Klient zu übergeben",
  "settings.handedOver":
    "{count, plural, one {# Klient ist jetzt bei {coach}} other {# Klienten sind jetzt bei {coach}}}",
  "settings.ownerChanged": "Der Arbeitsbereich gehört {name}",
  "settings.memberRemoved": "{name} wurde entfernt",
  "settings.memberInvitations": "Offene Einladungen",
  "settings.noMemberInvitations": "Kein Coach ist eingeladen.",
  "settings.inviteMember": "Coach einladen",
  "settings.inviteMemberLead":
    "Der Coach tritt mit dieser Adresse bei und sieht dann alle Klienten des Arbeitsbereichs.",
  "settings.memberMailLanguage": "Sprache der E-Mail",
  "settings.usualLanguage": "Wie im Arbeitsbereich",
  "settings.sendMemberInvitation": "Einladung senden",
  "settings.memberInvited": "Einladung gesendet",
  "settings.memberInvitedLead": "{contact} bekommt eine E-Mail. Die Einladung ist bis {day} offen.",
  "settings.memberLink": "Link, nur hier zu sehen",
  "settings.memberOpen": "Offen bis {day}",
  "settings.memberExpired": "Abgelaufen am {day}",
  "settings.memberRevoked": "Die Einladung an {contact} wurde widerrufen",
  "settings.revoke": "Widerrufen",
  "settings.revokeOf": "Einladung an {contact} widerrufen",
  "settings.youAreCoach":
    "Sie sind Coach in diesem Arbeitsbereich. Die Mitglieder verwaltet, wem er gehört.",
  "settings.leave": "Arbeitsbereich verlassen",
  "settings.leaveAsk": "{workspace} verlassen?",
  "settings.leaveEffect":
    "Sie verlieren sofort den Zugang. Ihre Klienten und offenen Aufgaben gehen an den Inhaber. Zurück kommen Sie nur mit einer Einladung.",
  "settings.leaveGo": "Arbeitsbereich verlassen",
  "settings.stay": "Bleiben",
};
