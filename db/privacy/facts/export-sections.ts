import type { ExportSection } from "../../../contract/privacy/export-vocabulary.ts";
import {
  readAgendaItems,
  readAgendaTasks,
  readFormAnswers,
  readFormDrafts,
  readMedia,
  readQuickLog,
  readOnboardingTasks,
  readRelationshipReasons,
  readRelationships,
  readWorkoutConflicts,
  readWorkouts,
  readWorkspaces,
} from "./coaching-facts.ts";
import {
  readAccount,
  readClientProfile,
  readCoachProfile,
  readConsents,
  readDevices,
  readNotifications,
  readNotificationSettings,
  readSessions,
  readSignIns,
} from "./person-facts.ts";
import type { ReadFacts } from "./read-facts.ts";

/** The reader of each section of an export. */
export const exportSections: Readonly<Record<ExportSection, ReadFacts>> = {
  account: readAccount,
  clientProfile: readClientProfile,
  coachProfile: readCoachProfile,
  signIns: readSignIns,
  sessions: readSessions,
  devices: readDevices,
  consents: readConsents,
  notificationSettings: readNotificationSettings,
  notifications: readNotifications,
  workspaces: readWorkspaces,
  relationships: readRelationships,
  relationshipReasons: readRelationshipReasons,
  onboardingTasks: readOnboardingTasks,
  formAnswers: readFormAnswers,
  formDrafts: readFormDrafts,
  agendaTasks: readAgendaTasks,
  agendaItems: readAgendaItems,
  quickLog: readQuickLog,
  workouts: readWorkouts,
  workoutConflicts: readWorkoutConflicts,
  media: readMedia,
};
