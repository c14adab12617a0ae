/** Texts of joining a workspace by an invitation. */
export const join = {
  "join.invitation": "Your invitation",
  "join.title": "Join {workspace}",
  "join.lead.ACCOUNT": "{who} asks you to coach there. You keep what you have.",
  "join.lead.STRANGER": "{who} asks you to coach there. You need an account for it.",
  "join.workspace": "Workspace",
  "join.role": "Your role",
  "join.role.COACH": "Coach: you work with its clients",
  "join.role.UNKNOWN": "Member",
  "join.who": "Invited by",
  "join.act.ACCOUNT": "Join",
  "join.act.STRANGER": "Create account and join",
  "join.leave.ACCOUNT": "Open the console without joining",
  "join.leave.STRANGER": "Open a workspace of my own instead",
  "join.otherSignIn": "Use another sign-in",
  "join.joined": "You coach in {workspace}",
  "join.joinedLead":
    "{own} stays as it is. The name of the workspace, at the top, switches between them.",
  "join.open": "Open the console",
  "join.refusedTitle.INVITATION_CONTACT_MISMATCH": "Invited under another address",
  "join.refusedLead.INVITATION_CONTACT_MISMATCH":
    "Your sign-in proves another address than the invited one. Sign in with that one, or ask for an invitation to yours.",
  "join.refusedTitle.VALIDATION_EXPIRED": "That took more than ten minutes",
  "join.refusedLead.VALIDATION_EXPIRED":
    "Open the link in your message again, and press “Join in the browser”. You stay signed in.",
  "join.refusedTitle.NOT_FOUND": "This invitation was not found",
  "join.refusedLead.NOT_FOUND":
    "Open the link in your message again. If it does not work either, ask for a new invitation.",
  "join.refusedTitle.INVITATION_EXPIRED": "This invitation has expired",
  "join.refusedLead.INVITATION_EXPIRED": "Ask the person who invited you for a new one.",
  "join.refusedTitle.INVITATION_REVOKED": "This invitation was withdrawn",
  "join.refusedLead.INVITATION_REVOKED":
    "To join after all, ask the person who invited you for a new one.",
  "join.refusedTitle.INVITATION_CONSUMED": "This invitation was already used",
  "join.refusedLead.INVITATION_CONSUMED":
    "If you accepted it, sign in the same way as then. Otherwise ask for a new one.",
  "join.refusedTitle.WORKSPACE_SUSPENDED": "Nobody can join at the moment",
  "join.refusedLead.WORKSPACE_SUSPENDED":
    "The workspace is suspended. Ask the person who invited you, then try again.",
  "join.refusedTitle.ALREADY_MEMBER": "You have a place already",
  "join.refusedLead.ALREADY_MEMBER": "You are a coach in this workspace. Nothing was changed.",
  "join.refusedTitle.NOT_A_COACH": "Your account belongs to a client",
  "join.refusedLead.NOT_A_COACH":
    "A client cannot coach with the same account. Nothing was registered here; your account is in the app for clients.",
} as const;
