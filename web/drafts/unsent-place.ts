/** The fields whose text is kept, by code. */
export type UnsentPlace =
  | "inbox-note"
  | "pin-note"
  | "client-reason"
  | "reminder-title"
  | "reminder-text"
  | "override-reason"
  | "invitation-contact"
  | "invitation-name"
  | "member-contact";

/** The editors whose changes are kept, by code. */
export type UnsentEditsPlace =
  | "exercise"
  | "form-draft"
  | "own-profile"
  | "plan-draft"
  | "quiet-hours"
  | "workspace-settings";
