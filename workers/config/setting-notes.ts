import * as z from "zod";

/** The note of each setting, by its schema. `npm run settings` writes the reference from these notes. */
export const settingNotes = z.registry<SettingNote>();

/** A process that uses settings. */
export type Reader = "migrate" | "api" | "worker" | "relay" | "launcher" | "tests";

/** How a new value takes effect. No process reads a setting again while it runs. */
export const RELOAD_RULES = {
  ROLLING: "Restart its readers one after the other.",
  TOGETHER: "Restart all its readers at once: two values at a time contradict each other.",
  KEPT: "Keep it for the life of the installation: stored data depend on it.",
} as const;

/** How a new value of one setting takes effect. */
export type ReloadRule = keyof typeof RELOAD_RULES;

/** The note of one setting. */
export interface SettingNote {
  /** Its meaning in whole sentences. */
  readonly meaning: string;
  /** The default as an operator would write it. Only for a default that is neither text nor number. */
  readonly written?: string;
  /** Where the default comes from, if it depends on another setting. */
  readonly usual?: string;
  readonly unit?: string;
  readonly readers: readonly Reader[];
  /** It is never logged or shown, and may be given as a file. */
  readonly isSecret?: true;
  /** It is no secret, but its text is usually a file: a certificate. */
  readonly isFile?: true;
  /** ROLLING without it. */
  readonly reload?: ReloadRule;
}

/** Every process of the product. */
export const PRODUCT: readonly Reader[] = ["migrate", "api", "worker", "relay"];

/** The processes that run all the time. */
export const RUNNING: readonly Reader[] = ["api", "worker", "relay"];

/** The name under which a setting is given as a file. */
export const fileNameOf = (name: string): string => `${name}_FILE`;

/** Names of the settings of a shape that may be given as a file. */
export function fileSettings(fields: z.core.$ZodShape): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const note = settingNotes.get(field);
    return note?.isSecret === true || note?.isFile === true ? [name] : [];
  });
}
