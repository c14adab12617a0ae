/** What an export holds, in its order: a list of facts each (docs/personal-data.md#what-an-export-holds). */
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

/** Hours that an export and its link stand once all is there (docs/rules.md#accounts-export). */
export const EXPORT_HOURS = 24;

/** The form of the document: another number where a reader would have to read it otherwise. */
export const EXPORT_FORMAT = "sideline-account/1";
