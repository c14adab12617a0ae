import { type ReactNode, createContext, use, useEffect, useMemo, useState } from "react";
import { pageLanguage, storeLanguage, storedLanguage } from "./chosen-language.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { announceLanguage } from "./language-channel.ts";
import { type Moments, momentsOf } from "./moments.ts";
import type { Language, Texts } from "./texts.ts";

/** Provides the page's language: the chosen one, otherwise the browser's. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [chosen, setChosen] = useState(storedLanguage);
  const language = chosen ?? pageLanguage();
  useEffect(() => {
    document.documentElement.lang = language;
    announceLanguage(language);
  }, [language]);
  const spoken = useMemo<Spoken>(
    () => ({
      language,
      chosen,
      choose: (next) => {
        storeLanguage(next);
        setChosen(next);
      },
      texts: TEXTS[language],
    }),
    [language, chosen],
  );
  return <SpokenContext value={spoken}>{children}</SpokenContext>;
}

/** The language of the page and its choice. */
export function useLanguage(): Spoken {
  const spoken = use(SpokenContext);
  if (spoken === null) throw new Error("There is no language above this component.");
  return spoken;
}

/** The page's texts in its language. */
export function useTexts(): Texts {
  return useLanguage().texts;
}

/** Formats dates, times and numbers in the page's language; times use the given zone, by default the browser's. */
export function useMoments(timezone?: string): Moments {
  const { language } = useLanguage();
  return useMemo(() => momentsOf(language, timezone), [language, timezone]);
}

interface Spoken {
  readonly language: Language;
  /** Null if the browser decides. */
  readonly chosen: Language | null;
  readonly choose: (language: Language | null) => void;
  readonly texts: Texts;
}

const SpokenContext = createContext<Spoken | null>(null);
const TEXTS: Readonly<Record<Language, Texts>> = { en, de };
