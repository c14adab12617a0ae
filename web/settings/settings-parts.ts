/** The parts of the settings, in the order of their tabs. */
export const SETTINGS_PARTS = ["yours", "profile", "workspace", "members", "data", "keys"] as const;
export type SettingsPart = (typeof SETTINGS_PARTS)[number];

/** The part of an address; the first one for an unknown name. */
export const settingsPart = (name: string): SettingsPart =>
  SETTINGS_PARTS.find((known) => known === name) ?? SETTINGS_PARTS[0];
