/** Sections of an export, in order; each is a list (docs/personal-data.md#what-an-export-holds). */
export const EXPORT_SECTIONS = [
  "account",
  "clientProfile",
  "coachProfile",
  "signIns",
  "sessions",
  "devices",
  "consents",
  "notificationSettings",
  "notifications",
  "workspaces",
  "relationships",
  "relationshipReasons",
  "onboardingTasks",
  "formAnswers",
  "formDrafts",
  "agendaTasks",
  "agendaItems",
  "quickLog",
  "workouts",
  "workoutConflicts",
  "media",
] as const;
export type ExportSection = (typeof EXPORT_SECTIONS)[number];

/** Hours for which a complete export and its link exist (docs/rooms/accounts.md#export). */
export const EXPORT_HOURS = 24;

/** Version of the document's format; it changes when readers have to read the document differently. */
export const EXPORT_FORMAT = "sideline-account/1";
