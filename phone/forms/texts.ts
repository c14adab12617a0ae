import { useLanguage } from "../texts/language.tsx";
import type { Language } from "../texts/texts.ts";
import { de } from "./texts-de.ts";
import { type FormTexts, en } from "./texts-en.ts";

/** The texts of forms in the page's language. They load with their screens. */
export function useFormTexts(): FormTexts {
  return TEXTS[useLanguage().language];
}

const TEXTS: Readonly<Record<Language, FormTexts>> = { en, de };
