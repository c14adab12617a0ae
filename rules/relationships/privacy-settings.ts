import {
  BASELINE_FIELDS,
  type BaselineField,
  FIELD_SETTINGS,
  type PrivacySetting,
} from "../../contract/relationships/vocabulary.ts";

/** Settings as they are stored; a client who never changed any has none. */
export type StoredPrivacy = Readonly<Record<string, boolean>>;

/** The complete settings: a field is shown unless the client has hidden it. */
export function privacySettings(stored: StoredPrivacy): Readonly<Record<PrivacySetting, boolean>> {
  return {
    coachSeesBirthDate: stored["coachSeesBirthDate"] ?? true,
    coachSeesHeight: stored["coachSeesHeight"] ?? true,
    coachSeesGoal: stored["coachSeesGoal"] ?? true,
  };
}

/** The fields of the baseline that the client hides from coaches. */
export function withheldFields(stored: StoredPrivacy): readonly BaselineField[] {
  const settings = privacySettings(stored);
  return BASELINE_FIELDS.filter((field) => !settings[FIELD_SETTINGS[field]]);
}
