import type { PageLanguage } from "./texts.ts";

/** Views of the page of the account; one shows at a time. Codes of problems are views of their own. */
export const ACCOUNT_VIEWS = [
  "LOOKING",
  "SIGNED_OUT",
  "REFUSED",
  "UNAUTHENTICATED",
  "SIGN_IN_AGAIN",
  "REGISTRATION_REQUIRED",
  "ASKED_TO_LEAVE",
  "USER_PENDING_DELETION",
  "ACCOUNT",
  "UNAVAILABLE",
] as const;
export type AccountView = (typeof ACCOUNT_VIEWS)[number];

/** What the page of the account says; places in braces are filled in by the page's script. */
export interface AccountTexts {
  readonly title: string;
  readonly intro: string;
  readonly noScript: string;
  /** What a view says; the account itself has sections of its own. */
  readonly views: Readonly<Record<Exclude<AccountView, "ACCOUNT">, string>>;
  readonly signIn: string;
  readonly signOut: string;
  readonly afresh: string;
  readonly signInAgain: string;
  readonly back: string;
  readonly again: string;
  readonly keep: string;
  readonly who: string;
  readonly sessions: string;
  readonly endOthers: string;
  readonly exportTitle: string;
  readonly exportIntro: string;
  readonly askExport: string;
  readonly writing: string;
  readonly ready: string;
  readonly save: string;
  readonly saveAll: string;
  readonly leaveTitle: string;
  readonly leaveIntro: string;
  readonly leave: string;
  /** Words that the script puts together for a session, by its app and phone, and for what it did. */
  readonly words: Readonly<Record<AccountWord, string>>;
}

type AccountWord =
  | "WEB"
  | "COACH_MOBILE"
  | "CLIENT_MOBILE"
  | "IOS"
  | "ANDROID"
  | "seen"
  | "from"
  | "here"
  | "end"
  | "ended";

export const ACCOUNT_TEXTS: Readonly<Record<PageLanguage, AccountTexts>> = {
  en: {
    title: "Your account",
    intro:
      "Where and how you are signed in, what you are told of, everything that is kept of you as a file, and the end of your account. The app has the same.",
    noScript: "To sign in here, allow this page its script, or open your account in the app.",
    views: {
      LOOKING: "One moment …",
      SIGNED_OUT: "Sign in as you do in the app.",
      REFUSED: "The sign-in was called off, or began on another page. Begin it anew.",
      UNAUTHENTICATED: "This sign-in has ended. Sign in afresh.",
      SIGN_IN_AGAIN:
        "This needs a sign-in of the last five minutes, so that nobody does it at a device you left open. Sign in once more, then do it again.",
      REGISTRATION_REQUIRED:
        "This sign-in has no account here. If you use another one in the app, sign out and take that.",
      ASKED_TO_LEAVE:
        "Your account will be deleted on {date}. Every sign-in has ended. To keep it, sign in afresh until then.",
      USER_PENDING_DELETION: "Your account will be deleted on {date}. Until then you can keep it.",
      UNAVAILABLE: "That does not work at present. Try again later.",
    },
    signIn: "Sign in",
    signOut: "Sign out",
    afresh: "Sign in afresh",
    signInAgain: "Sign in once more",
    back: "Back to the account",
    again: "Try again",
    keep: "Keep my account",
    who: "Signed in as {who}.",
    sessions: "Where you are signed in",
    endOthers: "End all but this one",
    exportTitle: "Everything that is kept of you",
    exportIntro: "As one file (JSON). It is written for you and can be read for a day.",
    askExport: "Ask for the file",
    writing: "The file is being written.",
    ready: "The file can be saved until {until}.",
    save: "Save the file",
    saveAll: "Save it with everything you sent (ZIP)",
    leaveTitle: "Delete your account",
    leaveIntro:
      "Every sign-in ends at once. After 14 days your name, your contacts and what you recorded are erased; until then you can keep the account by signing in once more.",
    leave: "Delete my account in 14 days",
    words: {
      WEB: "On the web",
      COACH_MOBILE: "App for coaches",
      CLIENT_MOBILE: "App for clients",
      IOS: "iOS",
      ANDROID: "Android",
      seen: "last seen",
      from: "from",
      here: "this one",
      end: "End",
      ended: "Ended.",
    },
  },
  de: {
    title: "Dein Konto",
    intro:
      "Wo und wie du angemeldet bist, wovon du hörst, alles, was über dich gespeichert ist, als Datei, und das Ende deines Kontos. Die App kann dasselbe.",
    noScript:
      "Um dich hier anzumelden, erlaube dieser Seite ihr Skript, oder öffne dein Konto in der App.",
    views: {
      LOOKING: "Einen Moment …",
      SIGNED_OUT: "Melde dich an wie in der App.",
      REFUSED:
        "Die Anmeldung wurde abgebrochen oder begann auf einer anderen Seite. Beginne sie neu.",
      UNAUTHENTICATED: "Diese Anmeldung ist beendet. Melde dich neu an.",
      SIGN_IN_AGAIN:
        "Das braucht eine Anmeldung aus den letzten fünf Minuten, damit es niemand an einem Gerät tut, das du offen gelassen hast. Melde dich noch einmal an, dann wiederhole es.",
      REGISTRATION_REQUIRED:
        "Zu dieser Anmeldung gibt es hier kein Konto. Wenn du in der App eine andere benutzt, melde dich ab und nimm jene.",
      ASKED_TO_LEAVE:
        "Dein Konto wird am {date} gelöscht. Alle Anmeldungen sind beendet. Um es zu behalten, melde dich bis dahin neu an.",
      USER_PENDING_DELETION: "Dein Konto wird am {date} gelöscht. Bis dahin kannst du es behalten.",
      UNAVAILABLE: "Das geht gerade nicht. Versuche es später noch einmal.",
    },
    signIn: "Anmelden",
    signOut: "Abmelden",
    afresh: "Neu anmelden",
    signInAgain: "Noch einmal anmelden",
    back: "Zurück zum Konto",
    again: "Noch einmal",
    keep: "Konto behalten",
    who: "Angemeldet als {who}.",
    sessions: "Wo du angemeldet bist",
    endOthers: "Alle anderen beenden",
    exportTitle: "Alles, was über dich gespeichert ist",
    exportIntro: "Als eine Datei (JSON). Sie wird für dich geschrieben und ist einen Tag lang da.",
    askExport: "Datei anfordern",
    writing: "Die Datei wird geschrieben.",
    ready: "Die Datei kann bis {until} gespeichert werden.",
    save: "Datei speichern",
    saveAll: "Mit allem speichern, was du gesendet hast (ZIP)",
    leaveTitle: "Konto löschen",
    leaveIntro:
      "Alle Anmeldungen enden sofort. Nach 14 Tagen werden dein Name, deine Kontakte und was du aufgezeichnet hast gelöscht; bis dahin kannst du das Konto behalten, indem du dich noch einmal anmeldest.",
    leave: "Mein Konto in 14 Tagen löschen",
    words: {
      WEB: "Im Web",
      COACH_MOBILE: "App für Coaches",
      CLIENT_MOBILE: "App für Klienten",
      IOS: "iOS",
      ANDROID: "Android",
      seen: "zuletzt gesehen",
      from: "aus",
      here: "diese hier",
      end: "Beenden",
      ended: "Beendet.",
    },
  },
};
