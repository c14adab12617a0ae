import { useLanguage } from "../../texts/language.tsx";
import type { Language } from "../../texts/texts.ts";
import { de } from "./de.ts";
import { type CoachTexts, en } from "./en.ts";

/** The texts of the coach app in the page's language. They load with its screens. */
export function useCoachTexts(): CoachTexts {
  return TEXTS[useLanguage().language];
}

const TEXTS: Readonly<Record<Language, CoachTexts>> = { en, de };
