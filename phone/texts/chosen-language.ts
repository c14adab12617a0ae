import { LANGUAGES, type Language } from "./texts.ts";

/** The language of the page: the chosen one, otherwise that of the browser, otherwise English. */
export function pageLanguage(): Language {
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return storedLanguage() ?? known ?? "en";
}

/** The language that the person chose; null if the browser decides. */
export function storedLanguage(): Language | null {
  const stored = localStorage.getItem(STORED);
  return isLanguage(stored) ? stored : null;
}

/** Stores the choice. It is a preference of the page, not personal data. */
export function storeLanguage(language: Language | null): void {
  if (language === null) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, language);
}

const STORED = "language";

const isLanguage = (name: string | null | undefined): name is Language =>
  typeof name === "string" && Object.hasOwn(LANGUAGES, name);
