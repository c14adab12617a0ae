import { type I18n, type Messages, setupI18n } from "@lingui/core";
import type { messages as english } from "./en/index.ts";

/** The languages of the console. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Name of a message. English has them all; German must have the same. */
export type MessageId = keyof typeof english;

/** Texts of the page that is shown, one language at a time. */
export interface ShownTexts {
  /** Loads a language: the first messages, and the later ones once a page has asked for them. */
  readonly speak: (language: Language) => Promise<I18n>;
  /** Loads the messages that only later pages show. A page awaits it before it is drawn. */
  readonly loadLater: () => Promise<void>;
}

/** How the messages of a language are loaded, first and later ones apart. */
type LoadMessages = Readonly<
  Record<Language, Readonly<Record<"first" | "later", () => Promise<Messages>>>>
>;

/** Opens the texts of a page. Each language has two files, so that the first page waits for a small one. */
export function openTexts(load: LoadMessages = FILES): ShownTexts {
  let shown: I18n | null = null;
  let needsLater = false;
  return {
    async speak(language) {
      const i18n = setupI18n({
        locale: language,
        messages: { [language]: await load[language].first() },
      });
      shown = i18n;
      // A page may have asked for the others before.
      if (needsLater) await addLater(i18n);
      return i18n;
    },
    async loadLater() {
      needsLater = true;
      if (shown !== null) await addLater(shown);
    },
  };

  async function addLater(i18n: I18n): Promise<void> {
    const [language] = LANGUAGES.filter((known) => known === i18n.locale);
    if (language !== undefined) i18n.load(language, await load[language].later());
  }
}

const FILES: LoadMessages = {
  en: {
    first: async () => (await import("texts:en/first")).messages,
    later: async () => (await import("texts:en/later")).messages,
  },
  de: {
    first: async () => (await import("texts:de/first")).messages,
    later: async () => (await import("texts:de/later")).messages,
  },
};

/** The texts of this page. */
export const texts = openTexts();

/** The language to show: the profile's, else the first of the browser's that exists, else English. */
export function chooseLanguage(profile: string | null, preferred: readonly string[]): Language {
  const wanted = [profile, ...preferred].flatMap((name) => name?.slice(0, 2).toLowerCase() ?? []);
  return LANGUAGES.find((language) => language === wanted.find(isLanguage)) ?? "en";
}

const isLanguage = (name: string): boolean => LANGUAGES.some((language) => language === name);
