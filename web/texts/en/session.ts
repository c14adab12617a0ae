/** Texts of signing in and out. */
export const session = {
  "session.title": "Sign in to Sideline",
  "session.lead": "The console for coaches.",
  "session.joining": "Sign in with the invited address. Then you see what you join.",
  "session.signIn": "Sign in",
  "session.maintenance": "under maintenance",
  "session.signInWith": "Continue with {provider}",
  "session.arriving": "Signing you in",
  "session.ENDED": "Your session has ended. Sign in again to go on here.",
  "session.REFUSED": "The sign-in was cancelled or refused. Nothing has changed.",
  "session.UNREACHABLE": "The sign-in cannot be reached. Check your connection, then try again.",
  "session.NO_STORAGE":
    "This browser stores nothing for this page. Allow storage for it, then reload.",
  "session.noWeb": "Sign-in on the web is not set up here. Use the app for coaches.",
  "session.stack": "Parts of this stack",
} as const;
