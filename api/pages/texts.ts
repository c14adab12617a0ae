import type { InvitationOutcome } from "./invitation-outcomes.ts";

/** Languages of the pages; the first is for whoever asks for none of them. */
export const PAGE_LANGUAGES = ["en", "de"] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** What the pages say. `{who}`, `{workspace}`, `{contact}` and `{date}` are filled in by the page's script. */
export interface PageTexts {
  readonly startTitle: string;
  readonly start: string;
  readonly account: string;
  readonly reference: string;
  readonly embedded: string;
  readonly invitationTitle: string;
  readonly noScript: string;
  readonly looking: string;
  readonly clientInvited: string;
  readonly coachInvited: string;
  readonly validity: string;
  readonly openInApp: string;
  readonly stores: string;
  readonly notYours: string;
  readonly notYoursHelp: string;
  readonly closed: Readonly<Record<InvitationOutcome, string>>;
}

export const PAGE_TEXTS: Readonly<Record<PageLanguage, PageTexts>> = {
  en: {
    startTitle: "Coaching that works without signal",
    start:
      "This is the server of Sideline. The apps record training where there is no network; the server decides what of it counts, and explains whatever it refuses.",
    account: "Your account",
    reference: "Reference of the API",
    embedded: "On this machine",
    invitationTitle: "Your invitation",
    noScript:
      "Open this link on the phone that has the Sideline app: the app shows who invites you. To see it here, allow this page its script.",
    looking: "Looking up your invitation …",
    clientInvited: "{who} would like to coach you in {workspace}.",
    coachInvited: "{who} asks you to coach in {workspace}.",
    validity: "The invitation is for {contact}. It works once, until {date}.",
    openInApp: "Open in the app",
    stores: "You do not have the app yet? Get it, then open the link of the message once more.",
    notYours: "Not your address?",
    notYoursHelp:
      "Only who proves this contact at sign-in can accept. If you use another one, ask whoever invited you to send the invitation there; this one then ends by itself.",
    closed: {
      INCOMPLETE:
        "This link is not complete. Open it from the message itself, without copying it by hand.",
      NOT_FOUND:
        "This link opens nothing. Perhaps a newer message replaced it: open the link of the newest one.",
      INVITATION_REPLACED: "A newer message replaced this link. Open the link of the newest one.",
      INVITATION_EXPIRED: "This invitation has expired. Ask whoever invited you for a new one.",
      INVITATION_REVOKED:
        "This invitation was withdrawn. Ask whoever invited you, if that surprises you.",
      INVITATION_CONSUMED:
        "This invitation has been accepted. Open the app and sign in as you did then.",
      WORKSPACE_SUSPENDED: "This workspace takes nobody in at present. Ask whoever invited you.",
      RATE_LIMITED:
        "Too many tries. Wait a few minutes, then open the link of the message once more.",
      UNAVAILABLE:
        "The invitation cannot be looked up right now. Open the link of the message again later.",
    },
  },
  de: {
    startTitle: "Coaching, das ohne Netz auskommt",
    start:
      "Das ist der Server von Sideline. Die Apps zeichnen Training auf, wo kein Netz ist; der Server entscheidet, was davon zählt, und erklärt, was er ablehnt.",
    account: "Dein Konto",
    reference: "Referenz der Schnittstelle",
    embedded: "Auf diesem Rechner",
    invitationTitle: "Deine Einladung",
    noScript:
      "Öffne diesen Link auf dem Telefon mit der Sideline-App: Die App zeigt, wer dich einlädt. Um es hier zu sehen, erlaube dieser Seite ihr Skript.",
    looking: "Deine Einladung wird gesucht …",
    clientInvited: "{who} möchte dich in {workspace} coachen.",
    coachInvited: "{who} bittet dich, in {workspace} zu coachen.",
    validity: "Die Einladung gilt für {contact}, einmal, bis {date}.",
    openInApp: "In der App öffnen",
    stores:
      "Du hast die App noch nicht? Hol sie dir, dann öffne den Link der Nachricht noch einmal.",
    notYours: "Nicht deine Adresse?",
    notYoursHelp:
      "Annehmen kann nur, wer diesen Kontakt bei der Anmeldung nachweist. Wenn du einen anderen benutzt, bitte um eine Einladung dorthin; diese hier endet dann von selbst.",
    closed: {
      INCOMPLETE:
        "Dieser Link ist unvollständig. Öffne ihn aus der Nachricht selbst, ohne ihn abzuschreiben.",
      NOT_FOUND:
        "Dieser Link öffnet nichts. Vielleicht hat eine neuere Nachricht ihn ersetzt: Öffne den Link der neuesten.",
      INVITATION_REPLACED:
        "Eine neuere Nachricht hat diesen Link ersetzt. Öffne den Link der neuesten.",
      INVITATION_EXPIRED: "Diese Einladung ist abgelaufen. Bitte um eine neue.",
      INVITATION_REVOKED:
        "Diese Einladung wurde zurückgezogen. Frag nach, wenn dich das überrascht.",
      INVITATION_CONSUMED:
        "Diese Einladung ist angenommen. Öffne die App und melde dich an wie damals.",
      WORKSPACE_SUSPENDED:
        "Hier wird zurzeit niemand aufgenommen. Frag nach bei wem die Einladung herkommt.",
      RATE_LIMITED:
        "Zu viele Versuche. Warte einige Minuten, dann öffne den Link der Nachricht noch einmal.",
      UNAVAILABLE:
        "Die Einladung lässt sich gerade nicht nachschlagen. Öffne den Link der Nachricht später noch einmal.",
    },
  },
};
