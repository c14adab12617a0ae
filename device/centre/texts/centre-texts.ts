import type { CentreLanguage } from "../views/types.ts";
import { operations as operationsInGerman } from "./de/operations.ts";
import { phrases as phrasesInGerman } from "./de/phrases.ts";
import { verdicts as verdictsInGerman } from "./de/verdicts.ts";
import { operations as operationsInEnglish } from "./en/operations.ts";
import { phrases as phrasesInEnglish } from "./en/phrases.ts";
import { verdicts as verdictsInEnglish } from "./en/verdicts.ts";
import type { CentreTexts } from "./types.ts";

/** The sentences of the sync centre by language. */
export const CENTRE_TEXTS: Readonly<Record<CentreLanguage, CentreTexts>> = {
  en: {
    operations: operationsInEnglish,
    verdicts: verdictsInEnglish,
    phrases: phrasesInEnglish,
  },
  de: { operations: operationsInGerman, verdicts: verdictsInGerman, phrases: phrasesInGerman },
};
