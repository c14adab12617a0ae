import type { FormContent } from "../../contract/forms/content-schema.ts";
import { languageOf } from "../../contract/language-of.ts";
import { DEFAULT_IN_GERMAN, DEFAULT_TITLE_IN_GERMAN } from "./default-in-german.ts";
import { DEFAULT_QUESTIONNAIRE } from "./default-questionnaire.ts";
import { mapTexts } from "./map-texts.ts";

/** The texts of the seeded first version by place. */
const AS_SEEDED = new Map<string, string>();
mapTexts(DEFAULT_QUESTIONNAIRE.content, (place, text) => {
  AS_SEEDED.set(place, text);
  return text;
});

/**
 * The content of a form in the language of a BCP 47 tag. The default questionnaire's own texts are translated; a
 * coach's texts stay as written. Ids stay, so answers are equal in each language
 * (docs/rooms/forms.md#versions-and-drafts).
 */
export function contentInLanguage(locale: string | null, content: FormContent): FormContent {
  if (languageOf(locale) === "en") return content;
  return mapTexts(content, (place, text) =>
    AS_SEEDED.get(place) === text ? (DEFAULT_IN_GERMAN[place] ?? text) : text,
  );
}

/** The title of a form in the language of a BCP 47 tag; same rule. */
export function titleInLanguage(locale: string | null, title: string): string {
  const isDefault = title === DEFAULT_QUESTIONNAIRE.title;
  return isDefault && languageOf(locale) === "de" ? DEFAULT_TITLE_IN_GERMAN : title;
}
