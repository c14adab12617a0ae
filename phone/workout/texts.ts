import { useLanguage } from "../texts/language.tsx";
import type { Language } from "../texts/texts.ts";
import { de } from "./texts-de.ts";
import { type WorkoutTexts, en } from "./texts-en.ts";

/** The texts of workouts in the page's language. They load with their screens. */
export function useWorkoutTexts(): WorkoutTexts {
  return TEXTS[useLanguage().language];
}

const TEXTS: Readonly<Record<Language, WorkoutTexts>> = { en, de };
