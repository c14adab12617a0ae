import type { InvitationOutcome } from "./invitation-outcomes.ts";

/** Languages of the pages; the first is the default. */
export const PAGE_LANGUAGES = ["en", "de"] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** The texts of the pages. The page's script fills `{who}`, `{workspace}`, `{contact}` and `{date}`. */
export interface PageTexts {
  readonly startTitle: string;
  readonly start: string;
  readonly account: string;
  readonly reference: string;
  readonly embedded: string;
  readonly phone: string;
  readonly notFoundTitle: string;
  readonly notFound: string;
  readonly notFoundStep: string;
  readonly invitationTitle: string;
  readonly noScript: string;
  readonly looking: string;
  readonly clientInvited: string;
  readonly coachInvited: string;
  /** The same if the workspace has the name of the inviting person. */
  readonly clientInvitedByName: string;
  readonly coachInvitedByName: string;
  readonly validity: string;
  readonly openInApp: string;
  readonly join: string;
  /** Above the QR code: on a desktop, and on a phone that may not be the one with the app. */
  readonly onYourPhone: string;
  readonly onAnotherPhone: string;
  readonly scan: string;
  readonly codeLabel: string;
  readonly stores: string;
  readonly notYours: string;
  readonly notYoursHelp: string;
  readonly closed: Readonly<Record<InvitationOutcome, string>>;
  readonly mailAgain: string;
  readonly mailAgainStep: string;
  readonly messageLost: string;
  readonly openApp: string;
  readonly openInBrowser: string;
  readonly again: string;
}

export const PAGE_TEXTS: Readonly<Record<PageLanguage, PageTexts>> = {
  en: {
    startTitle: "Coaching that works without signal",
    start:
      "This is the server of Sideline. The apps record training where there is no network. The server decides what counts, and explains every refusal.",
    account: "Your account",
    reference: "API reference",
    embedded: "On this machine",
    phone: "Phone, a stand-in for the native apps",
    notFoundTitle: "This page does not exist",
    notFound: "The address may be old, or a letter is missing.",
    notFoundStep: "Go to the first page",
    invitationTitle: "Your invitation",
    noScript:
      "Open this link on the phone that has the Sideline app: the app shows who invites you. To see it here, allow scripts on this page.",
    looking: "Looking up your invitation …",
    clientInvited: "{who} would like to coach you in {workspace}.",
    coachInvited: "{who} asks you to coach in {workspace}.",
    clientInvitedByName: "{who} would like to coach you.",
    coachInvitedByName: "{who} asks you to join the team as a coach.",
    validity: "The invitation is for {contact}. It works once, until {date}.",
    openInApp: "Open in the app",
    join: "Join in the browser",
    onYourPhone: "Open this on your phone",
    onAnotherPhone: "The app is on another phone?",
    scan: "Point the phone's camera at this code. It contains your invitation, so show it to nobody else.",
    codeLabel: "QR code of your invitation's link",
    stores: "No app yet? Install it on your phone, then open this page there again.",
    notYours: "Not your address?",
    notYoursHelp:
      "Only the owner of this address or number can accept; the sign-in proves it. If you use another one, ask for an invitation to it. This one then expires by itself.",
    closed: {
      INCOMPLETE: "This link is incomplete. Open it directly in the message instead of copying it.",
      NOT_FOUND:
        "This link does not work. Perhaps a newer message replaced it: open the link in the newest one.",
      INVITATION_REPLACED: "A newer message replaced this link. Open the link in the newest one.",
      INVITATION_EXPIRED:
        "This invitation has expired. Ask the person who invited you for a new one.",
      INVITATION_REVOKED:
        "This invitation was withdrawn. To join after all, ask the person who invited you for a new one.",
      INVITATION_CONSUMED:
        "This invitation was already accepted. Open the app and sign in the same way as then.",
      WORKSPACE_SUSPENDED:
        "Nobody can join this workspace at the moment. Ask the person who invited you, then try again.",
      RATE_LIMITED: "Too many attempts. Wait a few minutes, then try again.",
      UNAVAILABLE:
        "The invitation cannot be looked up right now. Check your connection, or try again later.",
    },
    mailAgain:
      "Cannot find the message? Sign in with the invited address. If an invitation waits for it, we send it again.",
    mailAgainStep: "Sign in and have it sent again",
    messageLost: "Cannot find the message? Ask the person who invited you to send it again.",
    openApp: "Open the app",
    openInBrowser: "Open in the browser",
    again: "Try again",
  },
  de: {
    startTitle: "Coaching, das ohne Netz auskommt",
    start:
      "Das ist der Server von Sideline. Die Apps zeichnen Training auf, wo kein Netz ist. Der Server entscheidet, was zählt, und erklärt jede Ablehnung.",
    account: "Ihr Konto",
    reference: "API-Referenz",
    embedded: "Auf diesem Rechner",
    phone: "Telefon, ein Ersatz für die nativen Apps",
    notFoundTitle: "Diese Seite gibt es nicht",
    notFound: "Die Adresse ist vielleicht veraltet, oder ein Buchstabe fehlt.",
    notFoundStep: "Zur Startseite",
    invitationTitle: "Ihre Einladung",
    noScript:
      "Öffnen Sie diesen Link auf dem Telefon mit der Sideline-App: Die App zeigt, wer Sie einlädt. Um es hier zu sehen, erlauben Sie auf dieser Seite Skripte.",
    looking: "Ihre Einladung wird geladen …",
    clientInvited: "{who} möchte Sie in {workspace} coachen.",
    coachInvited: "{who} bittet Sie, in {workspace} zu coachen.",
    clientInvitedByName: "{who} möchte Sie coachen.",
    coachInvitedByName: "{who} möchte Sie als Coach im Team dabeihaben.",
    validity: "Die Einladung gilt für {contact}, einmal, bis {date}.",
    openInApp: "In der App öffnen",
    join: "Im Browser beitreten",
    onYourPhone: "Auf Ihrem Telefon öffnen",
    onAnotherPhone: "Die App ist auf einem anderen Telefon?",
    scan: "Richten Sie die Kamera des Telefons auf diesen Code. Er enthält Ihre Einladung, zeigen Sie ihn also niemandem sonst.",
    codeLabel: "QR-Code mit dem Link Ihrer Einladung",
    stores:
      "Noch keine App? Installieren Sie sie auf dem Telefon und öffnen Sie dort diese Seite noch einmal.",
    notYours: "Nicht Ihre Adresse?",
    notYoursHelp:
      "Annehmen kann nur, wem diese Adresse oder Nummer gehört; das zeigt die Anmeldung. Wenn Sie eine andere benutzen, bitten Sie um eine Einladung dorthin. Diese hier läuft dann von selbst ab.",
    closed: {
      INCOMPLETE:
        "Dieser Link ist unvollständig. Öffnen Sie ihn direkt in der Nachricht, statt ihn abzuschreiben.",
      NOT_FOUND:
        "Dieser Link funktioniert nicht. Vielleicht hat ihn eine neuere Nachricht ersetzt: Öffnen Sie den Link in der neuesten.",
      INVITATION_REPLACED:
        "Eine neuere Nachricht hat diesen Link ersetzt. Öffnen Sie den Link in der neuesten.",
      INVITATION_EXPIRED:
        "Diese Einladung ist abgelaufen. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.",
      INVITATION_REVOKED:
        "Diese Einladung wurde zurückgezogen. Wenn Sie trotzdem dabei sein möchten, bitten Sie die Person, die Sie eingeladen hat, um eine neue.",
      INVITATION_CONSUMED:
        "Diese Einladung wurde schon angenommen. Öffnen Sie die App und melden Sie sich an wie damals.",
      WORKSPACE_SUSPENDED:
        "Diesem Arbeitsbereich kann zurzeit niemand beitreten. Fragen Sie die Person, die Sie eingeladen hat, und versuchen Sie es dann noch einmal.",
      RATE_LIMITED:
        "Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es dann noch einmal.",
      UNAVAILABLE:
        "Die Einladung lässt sich gerade nicht abrufen. Prüfen Sie Ihre Verbindung oder versuchen Sie es später noch einmal.",
    },
    mailAgain:
      "Sie finden die Nachricht nicht? Melden Sie sich mit der eingeladenen Adresse an. Wenn eine Einladung auf sie wartet, schicken wir sie noch einmal.",
    mailAgainStep: "Anmelden und noch einmal schicken lassen",
    messageLost:
      "Sie finden die Nachricht nicht? Bitten Sie die Person, die Sie eingeladen hat, sie noch einmal zu schicken.",
    openApp: "App öffnen",
    openInBrowser: "Im Browser öffnen",
    again: "Noch einmal versuchen",
  },
};
