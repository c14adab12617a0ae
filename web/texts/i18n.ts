import { type I18n, setupI18n } from "@lingui/core";
import type { messages as english } from "./en/index.ts";

/** The languages of the console. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Name of a message. English has them all; German must have the same. */
export type MessageId = keyof typeof english;

/** Loads the messages of a language. Each language is a file of its own, so a reader loads one. */
export async function loadTexts(language: Language): Promise<I18n> {
  const { messages } = language === "de" ? await import("texts:de") : await import("texts:en");
  return setupI18n({ locale: language, messages: { [language]: messages } });
}

/** The language to show: the profile's, else the first of the browser's that exists, else English. */
export function chooseLanguage(profile: string | null, preferred: readonly string[]): Language {
  const wanted = [profile, ...preferred].flatMap((name) => name?.slice(0, 2).toLowerCase() ?? []);
  return LANGUAGES.find((language) => language === wanted.find(isLanguage)) ?? "en";
}

const isLanguage = (name: string): boolean => LANGUAGES.some((language) => language === name);
