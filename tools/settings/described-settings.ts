import type * as z from "zod";
import { SETTING_GROUPS } from "../../workers/config/config.ts";
import {
  fileNameOf,
  fileSettings,
  type ReloadRule,
  settingNotes,
  type SettingNote,
} from "../../workers/config/setting-notes.ts";
import { LauncherOnlyFields } from "../launcher-config.ts";

/** All settings of the product and of its launcher, by group, as the references show them. */
export function describedSettings(): readonly SettingGroup[] {
  const groups = { ...SETTING_GROUPS, "Launcher of the embedded stack": LauncherOnlyFields };
  return Object.entries(groups).map(([title, fields]) => ({
    title,
    settings: Object.entries<z.ZodType>(fields).map(([name, field]) => describe(name, field)),
  }));
}

/** Settings that belong together. */
export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly DescribedSetting[];
}

/** One setting. */
export interface DescribedSetting extends Pick<SettingNote, "meaning" | "readers"> {
  readonly name: string;
  /** The variable that names its file; null if it is given directly only. */
  readonly fileName: string | null;
  readonly isSecret: boolean;
  readonly isRequired: boolean;
  /** The default as an operator would write it; null if it depends on other settings. */
  readonly default: string | null;
  /** The default in words, or null. */
  readonly usual: string | null;
  readonly unit: string | null;
  readonly reload: ReloadRule;
  readonly field: z.ZodType;
}

function describe(name: string, field: z.ZodType): DescribedSetting {
  const note = settingNotes.get(field);
  if (note === undefined) throw new Error(`${name} has no note in workers/config/fields/`);
  const unset = field.safeParse(undefined);
  return {
    name,
    fileName: fileSettings({ [name]: field }).length > 0 ? fileNameOf(name) : null,
    isSecret: note.isSecret === true,
    isRequired: !unset.success,
    default: note.usual === undefined ? (note.written ?? textOf(unset.data)) : null,
    usual: note.usual ?? null,
    unit: note.unit ?? null,
    meaning: note.meaning,
    readers: note.readers,
    reload: note.reload ?? "ROLLING",
    field,
  };
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
