/** The language in which to address a person, by a BCP 47 tag. */
export function languageOf(locale: string | null): MessageLanguage {
  const primary = locale?.split("-")[0]?.toLowerCase();
  return MESSAGE_LANGUAGES.find((language) => language === primary) ?? "en";
}

/** Languages of messages to people; others fall back to English. */
export const MESSAGE_LANGUAGES = ["en", "de"] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];
