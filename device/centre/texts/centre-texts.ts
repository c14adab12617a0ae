import type { CentreLanguage } from "../views/types.ts";
import { operations as operationsInGerman } from "./de/operations.ts";
import { phrases as phrasesInGerman } from "./de/phrases.ts";
import { operations as operationsInEnglish } from "./en/operations.ts";
import { phrases as phrasesInEnglish } from "./en/phrases.ts";
import type { CentreTexts } from "./types.ts";

/** The sentences of the sync centre by language. */
export const CENTRE_TEXTS: Readonly<Record<CentreLanguage, CentreTexts>> = {
  en: { operations: operationsInEnglish, phrases: phrasesInEnglish },
  de: { operations: operationsInGerman, phrases: phrasesInGerman },
};
