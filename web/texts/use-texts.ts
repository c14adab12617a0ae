import { useLingui } from "@lingui/react";
import { type Formats, formatsOf } from "./formats.ts";
import { LANGUAGES, type Language, type MessageId } from "./i18n.ts";
import { type Values, isolate } from "./isolate.ts";

/** The texts of the reader's language, and dates and numbers as people write them in it. */
export function useTexts(): Texts {
  const { i18n } = useLingui();
  const language = LANGUAGES.find((known) => known === i18n.locale) ?? "en";
  const isKnown = (id: string): id is MessageId => Object.hasOwn(i18n.messages, id);
  return {
    language,
    t: (id, values) => i18n._(id, values && isolate(values)),
    known(prefix, code, other, values) {
      const id = `${prefix}${code}`;
      return i18n._(isKnown(id) ? id : other, isolate({ ...values, code }));
    },
    formats: formatsOf(language),
  };
}

export interface Texts {
  readonly language: Language;
  /** The message of a name, with its values filled in. */
  readonly t: (id: MessageId, values?: Values) => string;
  /**
   * The message of a code of the API, such as `inbox.type.` and `FORM_REVIEW`; `other`, which may name the `code`, for
   * one that this version does not know.
   */
  readonly known: (prefix: string, code: string, other: MessageId, values?: Values) => string;
  readonly formats: Formats;
}
