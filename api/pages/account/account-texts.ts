import type { PageLanguage } from "../texts.ts";

/** Texts of the account page; the page's script fills the places in braces. */
export interface AccountTexts {
  readonly title: string;
  readonly intro: string;
  readonly noScript: string;
  /** The text of a view; the account view has its own sections. */
  readonly views: Readonly<Record<Exclude<AccountView, "ACCOUNT">, string>>;
  readonly signIn: string;
  readonly signOut: string;
  readonly afresh: string;
  readonly signInAgain: string;
  readonly back: string;
  readonly again: string;
  readonly keep: string;
  readonly signInWith: string;
  readonly waiting: string;
  readonly mailAgain: string;
  readonly who: string;
  readonly contacts: string;
  readonly terms: string;
  readonly newTerms: string;
  readonly termsPage: string;
  readonly privacyPage: string;
  readonly acceptTerms: string;
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
  readonly leaveSummary: string;
  readonly leaveIntro: string;
  readonly leave: string;
  /** Words that the script composes for a session, by app and phone, and for completed actions. */
  readonly words: Readonly<Record<AccountWord, string>>;
}

/** Views of the account page; one is shown at a time. Problem codes have their own views. */
export const ACCOUNT_VIEWS = [
  "LOOKING",
  "SIGNED_OUT",
  "REFUSED",
  "UNAUTHENTICATED",
  "SIGN_IN_AGAIN",
  "REGISTRATION_REQUIRED",
  "IDENTITY_NOT_LINKED",
  "CONTACT_NOT_VERIFIED",
  "PROVIDER_NOT_ALLOWED",
  "USER_SUSPENDED",
  "ASKED_TO_LEAVE",
  "USER_PENDING_DELETION",
  "ACCOUNT",
  "UNAVAILABLE",
] as const;
export type AccountView = (typeof ACCOUNT_VIEWS)[number];

type AccountWord =
  | "WEB"
  | "COACH_MOBILE"
  | "CLIENT_MOBILE"
  | "IOS"
  | "ANDROID"
  | "mailed"
  | "mailedOften"
  | "noLongerWaiting"
  | "acceptedTerms"
  | "termsAccepted"
  | "seen"
  | "from"
  | "here"
  | "end"
  | "ended";

export const ACCOUNT_TEXTS: Readonly<Record<PageLanguage, AccountTexts>> = {
  en: {
    title: "Your account",
    intro:
      "See where you are signed in, choose your notifications, download everything stored about you, or delete your account. The app offers the same.",
    noScript: "To sign in here, allow scripts on this page, or open your account in the app.",
    views: {
      LOOKING: "One moment …",
      SIGNED_OUT: "Sign in the same way as in the app.",
      REFUSED: "The sign-in was cancelled, or it began on another page. Please start again.",
      UNAUTHENTICATED: "This session has ended. Please sign in again.",
      SIGN_IN_AGAIN:
        "For your safety, this needs a sign-in within the last five minutes. Sign in again, then repeat it.",
      REGISTRATION_REQUIRED:
        "There is no account for this sign-in. If you use another one in the app, sign out and use that one.",
      IDENTITY_NOT_LINKED:
        "You have an account, but it uses another way to sign in. Use the one below; in the app you can then add this one.",
      CONTACT_NOT_VERIFIED:
        "The address of this sign-in is not confirmed at the moment. Confirm it by the message that you got when you signed up or changed it, then sign in again.",
      PROVIDER_NOT_ALLOWED:
        "This way to sign in is not available at the moment. Sign out, then use another one.",
      USER_SUSPENDED:
        "This account is suspended. Write to the address of your last message from Sideline if you think that is a mistake.",
      ASKED_TO_LEAVE:
        "Your account will be deleted on {date}. All sessions have ended. To keep it, sign in here again before then.",
      USER_PENDING_DELETION: "Your account will be deleted on {date}. Until then you can keep it.",
      UNAVAILABLE: "That is not possible right now. Try again later.",
    },
    signIn: "Sign in",
    signOut: "Sign out",
    afresh: "Sign in again",
    signInAgain: "Sign in again",
    back: "Back to the account",
    again: "Try again",
    keep: "Keep my account",
    signInWith: "Sign in with {way}",
    waiting:
      "An invitation waits for your address, until {until}. Open the link in the message on the phone that has the app.",
    mailAgain: "Send me the message again",
    who: "Signed in as {who}.",
    contacts: "Your address is {contacts}.",
    terms: "Terms and privacy",
    newTerms:
      "There are newer texts: terms {terms}, privacy notice {privacy}. Please read and accept them. Everything goes on working meanwhile.",
    termsPage: "Read the terms",
    privacyPage: "Read the privacy notice",
    acceptTerms: "Accept both",
    sessions: "Where you are signed in",
    endOthers: "End all other sessions",
    exportTitle: "Everything stored about you",
    exportIntro: "In one file (JSON). It can be downloaded for one day.",
    askExport: "Request the file",
    writing: "The file is being written.",
    ready: "You can download the file until {until}.",
    save: "Download the file",
    saveAll: "Download it with every file you sent (ZIP)",
    leaveTitle: "Delete your account",
    leaveSummary: "What happens if I delete it?",
    leaveIntro:
      "All sessions end at once. After 14 days, your name, your contacts and everything you recorded are erased. Until then, you keep the account by signing in again.",
    leave: "Delete my account in 14 days",
    words: {
      WEB: "Browser",
      COACH_MOBILE: "app for coaches",
      CLIENT_MOBILE: "app for clients",
      IOS: "iPhone",
      ANDROID: "Android phone",
      mailed: "Sent. Look into the inbox of the address you signed in with.",
      mailedOften:
        "The message was sent three times within a day. Look into your spam folder, or try again tomorrow.",
      noLongerWaiting:
        "This invitation no longer waits. Ask the person who invited you for a new one.",
      acceptedTerms: "Terms {terms} and privacy notice {privacy}, accepted on {day}",
      termsAccepted: "Accepted.",
      seen: "last seen",
      from: "from",
      here: "this one",
      end: "End",
      ended: "Ended.",
    },
  },
  de: {
    title: "Ihr Konto",
    intro:
      "Hier sehen Sie, wo Sie angemeldet sind, wählen Ihre Mitteilungen, laden alles herunter, was über Sie gespeichert ist, oder löschen Ihr Konto. Die App bietet dasselbe.",
    noScript:
      "Um sich hier anzumelden, erlauben Sie auf dieser Seite Skripte oder öffnen Sie Ihr Konto in der App.",
    views: {
      LOOKING: "Einen Moment …",
      SIGNED_OUT: "Melden Sie sich an wie in der App.",
      REFUSED:
        "Die Anmeldung wurde abgebrochen oder begann auf einer anderen Seite. Bitte fangen Sie noch einmal an.",
      UNAUTHENTICATED: "Diese Sitzung ist beendet. Bitte melden Sie sich neu an.",
      SIGN_IN_AGAIN:
        "Zu Ihrer Sicherheit braucht das eine Anmeldung aus den letzten fünf Minuten. Melden Sie sich noch einmal an und wiederholen Sie es dann.",
      REGISTRATION_REQUIRED:
        "Zu dieser Anmeldung gibt es kein Konto. Wenn Sie in der App eine andere benutzen, melden Sie sich ab und nutzen Sie diese.",
      IDENTITY_NOT_LINKED:
        "Sie haben ein Konto, melden sich dort aber anders an. Nutzen Sie die Anmeldung unten; danach können Sie diese hier in der App hinzufügen.",
      CONTACT_NOT_VERIFIED:
        "Die Adresse dieser Anmeldung ist zurzeit nicht bestätigt. Bestätigen Sie sie mit der Nachricht, die Sie beim Anlegen oder Ändern bekommen haben, und melden Sie sich dann neu an.",
      PROVIDER_NOT_ALLOWED:
        "Diese Anmeldung ist zurzeit nicht möglich. Melden Sie sich ab und nutzen Sie eine andere.",
      USER_SUSPENDED:
        "Dieses Konto ist gesperrt. Wenn Sie das für einen Fehler halten, antworten Sie auf die letzte Nachricht von Sideline.",
      ASKED_TO_LEAVE:
        "Ihr Konto wird am {date} gelöscht. Alle Sitzungen sind beendet. Um es zu behalten, melden Sie sich vorher hier neu an.",
      USER_PENDING_DELETION: "Ihr Konto wird am {date} gelöscht. Bis dahin können Sie es behalten.",
      UNAVAILABLE: "Das geht gerade nicht. Versuchen Sie es später noch einmal.",
    },
    signIn: "Anmelden",
    signOut: "Abmelden",
    afresh: "Neu anmelden",
    signInAgain: "Noch einmal anmelden",
    back: "Zurück zum Konto",
    again: "Noch einmal versuchen",
    keep: "Konto behalten",
    signInWith: "Anmelden mit {way}",
    waiting:
      "Eine Einladung wartet auf Ihre Adresse, bis {until}. Öffnen Sie den Link in der Nachricht auf dem Telefon mit der App.",
    mailAgain: "Nachricht noch einmal schicken",
    who: "Angemeldet als {who}.",
    contacts: "Ihre Adresse ist {contacts}.",
    terms: "Bedingungen und Datenschutz",
    newTerms:
      "Es gibt neuere Texte: Bedingungen {terms}, Datenschutzhinweis {privacy}. Bitte lesen Sie beide und nehmen Sie sie an. Bis dahin geht alles weiter.",
    termsPage: "Bedingungen lesen",
    privacyPage: "Datenschutzhinweis lesen",
    acceptTerms: "Beide annehmen",
    sessions: "Wo Sie angemeldet sind",
    endOthers: "Alle anderen Sitzungen beenden",
    exportTitle: "Alles, was über Sie gespeichert ist",
    exportIntro: "In einer Datei (JSON). Sie können sie einen Tag lang herunterladen.",
    askExport: "Datei anfordern",
    writing: "Die Datei wird geschrieben.",
    ready: "Sie können die Datei bis {until} herunterladen.",
    save: "Datei herunterladen",
    saveAll: "Mit allen Dateien herunterladen, die Sie gesendet haben (ZIP)",
    leaveTitle: "Konto löschen",
    leaveSummary: "Was passiert, wenn ich es lösche?",
    leaveIntro:
      "Alle Sitzungen enden sofort. Nach 14 Tagen werden Ihr Name, Ihre Kontakte und alles gelöscht, was Sie aufgezeichnet haben. Bis dahin behalten Sie das Konto, wenn Sie sich noch einmal anmelden.",
    leave: "Mein Konto in 14 Tagen löschen",
    words: {
      WEB: "Browser",
      COACH_MOBILE: "App für Coaches",
      CLIENT_MOBILE: "App für Klienten",
      IOS: "iPhone",
      ANDROID: "Android-Telefon",
      mailed: "Geschickt. Sehen Sie im Postfach der Adresse nach, mit der Sie angemeldet sind.",
      mailedOften:
        "Die Nachricht wurde an einem Tag dreimal geschickt. Sehen Sie im Spam-Ordner nach oder versuchen Sie es morgen noch einmal.",
      noLongerWaiting:
        "Diese Einladung wartet nicht mehr. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.",
      acceptedTerms: "Bedingungen {terms} und Datenschutzhinweis {privacy}, angenommen am {day}",
      termsAccepted: "Angenommen.",
      seen: "zuletzt gesehen",
      from: "aus",
      here: "diese hier",
      end: "Beenden",
      ended: "Beendet.",
    },
  },
};
