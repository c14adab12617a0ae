import type { en } from "./en.ts";

/** All texts of the page; the type requires each of them in every language. */
export type Texts = typeof en;

/** The languages of the page, each with its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;
