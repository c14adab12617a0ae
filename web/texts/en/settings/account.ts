/** Texts of sessions, sign-ins, export and deletion. */
export const account = {
  "settings.sessions": "Sessions",
  "settings.endOthers": "End all others",
  "settings.allSessions": "Show all {count}",
  "settings.othersEnded": "All other sessions have ended",
  "settings.thisBrowser": "This browser",
  "settings.app.WEB": "Browser",
  "settings.app.COACH_MOBILE": "coaches’ app",
  "settings.app.CLIENT_MOBILE": "clients’ app",
  "settings.appUnknown": "{code}",
  "settings.aPhone": "Phone",
  "settings.system.IOS": "iOS",
  "settings.system.ANDROID": "Android",
  "settings.signedInSince": "since {when}",
  "settings.lastSeen": "last seen {when}",
  "settings.network": "from {network}",
  "settings.end": "End",
  "settings.endOf": "End the session: {name}",
  "settings.signIns": "Ways to sign in",
  "settings.signInProven": "confirmed, since {day}, last used {when}",
  "settings.signInUnproven": "not confirmed, since {day}, last used {when}",
  "settings.onlySignIn": "only verified sign-in",
  "settings.linkInApp":
    "Add another one in the app: it asks for both within five minutes, which a browser cannot do.",
  "settings.unlink": "Remove",
  "settings.unlinkOf": "Remove the sign-in: {name}",
  "settings.unlinkAsk": "Remove {name}?",
  "settings.unlinkGo": "Remove {name}",
  "settings.unlinkEffect": "You can no longer sign in this way, and its sessions end.",
  "settings.unlinkEffectHere":
    "You can no longer sign in this way, and its sessions end. This browser uses it, so you are signed out.",
  "settings.export": "A copy of your data",
  "settings.exportLead":
    "Everything that is stored about you, as a file. It is prepared once, and can be saved for 24 hours.",
  "settings.exportGo": "Prepare my data",
  "settings.exportWriting": "{done} of {total, plural, one {# section} other {# sections}} written",
  "settings.exportReady": "Ready. You can save it until {when}.",
  "settings.exportSave": "Save the data",
  "settings.exportSaveAll": "Save with all files (ZIP)",
  "settings.exportSaved": "The browser saves it",
  "settings.deletion": "Delete the account",
  "settings.deletionLead":
    "Your account is deleted 14 days after you ask. Until then you can sign in and keep it.",
  "settings.deletionAsk": "Delete my account",
  "settings.deletionTitle": "Delete your account?",
  "settings.deletionGo": "Delete my account",
  "settings.deletionKeep": "Keep my account",
  "settings.deletionEffect.sessions": "You are signed out everywhere at once.",
  "settings.deletionEffect.days":
    "For 14 days, a sign-in offers “Keep my account”. After that nobody can bring it back.",
  "settings.deletionEffect.person":
    "Your name, contacts, profile and sign-ins are erased. Clients then see “Former coach”.",
  "settings.deletionEffect.owner":
    "{workspace} passes to the coach who has been there longest. Without another coach it is archived, and the coaching of its clients ends.",
  "settings.deletionRequested": "Your account will be deleted",
  "settings.deletionRequestedLead":
    "It is deleted on {day}. Until then, sign in and choose “Keep my account” to call it off. You get a mail.",
} as const;
