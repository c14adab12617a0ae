import type { en } from "./en.ts";

/** Everything that the page says; the type asks each language for all of it. */
export type Texts = typeof en;

/** The languages of the page, each named in itself. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;
