/** Texts for a person who signed in and cannot enter yet: what happened, and the next step. */
export const arrival = {
  "arrival.title.REGISTER": "Almost done",
  "arrival.title.KEEP": "Your account will be deleted",
  "arrival.title.OTHER_WAY": "Use your other sign-in",
  "arrival.title.CLOSED_WAY": "This sign-in is not available",
  "arrival.title.CONFIRM": "Confirm your address",
  "arrival.title.USER_SUSPENDED": "Your account is suspended",
  "arrival.title.WORKSPACE_SUSPENDED": "Your workspace is suspended",
  "arrival.title.CLIENT_APP": "Open Sideline on your phone",
  "arrival.title.NO_ACCESS": "No access",
  "arrival.title.OTHER_WORKSPACE": "Not a workspace of yours",
  "arrival.title.SIGN_IN_AGAIN": "Sign in again",
  "arrival.title.UNAVAILABLE": "Sideline cannot be opened",
  "arrival.lead.REGISTER":
    "Create your coaching workspace. If you have an account with another sign-in, sign out and use that one.",
  "arrival.lead.KEEP": "On {day}. Signing in does not cancel this.",
  "arrival.lead.OTHER_WAY": "You have an account, but it uses another way to sign in.",
  "arrival.lead.CLOSED_WAY": "Choose another way to sign in to your account.",
  "arrival.lead.CONFIRM":
    "Your sign-in provider reports it as unconfirmed. Open the message that you got when you signed up or changed it, then sign in again.",
  "arrival.lead.USER_SUSPENDED":
    "If you think that is a mistake, write to the address of your last message from Sideline.",
  "arrival.lead.WORKSPACE_SUSPENDED":
    "Its pages stay closed until it is opened again. Write to the address of your last message from Sideline.",
  "arrival.lead.CLIENT_APP":
    "The console is for coaches. Your account belongs to the app for clients; nothing was registered here.",
  "arrival.lead.NO_ACCESS":
    "You belong to no workspace with this sign-in. Ask its owner to invite you.",
  "arrival.lead.OTHER_WORKSPACE":
    "The address leads into a workspace that you do not belong to, or no longer. Ask its owner, or open your own.",
  "arrival.openUsual": "Open my workspace",
  "arrival.openWorkspace": "Open {workspace}",
  "arrival.lead.SIGN_IN_AGAIN": "Your session has ended.",
  "arrival.lead.UNAVAILABLE": "Nothing was changed.",
  "arrival.keep": "Keep my account",
  "arrival.keepAfterSignIn":
    "Your session ended with the request. Sign in again to keep your account.",
  "arrival.signInAgain": "Sign in again",
  "arrival.getApp": "Get the app at {store}",
  "arrival.account": "Your account and your data",
  "arrival.waiting":
    "A client’s invitation waits for your address until {day}. Open the link in its message on the phone that has the app.",
  "arrival.invited":
    "If a workspace invited you, open the link in its message again: here you open a workspace of your own.",
  "arrival.notTaken": "This is not taken. Write it in a shorter or plainer way.",
  "arrival.name": "Your name, as clients see it",
  "arrival.workspace": "Name of your workspace",
  "arrival.workspaceHint": "Left empty, it is named after you.",
  "arrival.zone": "Your time zone",
  "arrival.accept": "I accept:",
  "arrival.terms": "terms {version}",
  "arrival.privacy": "privacy notice {version}",
  "arrival.create": "Create workspace",
  "arrival.newTerms": "There are newer legal texts. Please read and accept them.",
  "arrival.acceptTerms": "Accept both",
} as const;
