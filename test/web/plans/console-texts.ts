import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { messages as german } from "../../../web/texts/de/index.ts";
import { messages as english } from "../../../web/texts/en/index.ts";
import { formatsOf } from "../../../web/texts/formats.ts";
import type { Language } from "../../../web/texts/i18n.ts";
import type { Texts } from "../../../web/texts/use-texts.ts";

/** The console's texts in a language, as its pages have them. */
export function consoleTexts(
  language: Language,
): Pick<Texts, "formats" | "known" | "language" | "t"> {
  const messages: Readonly<Record<string, string>> = language === "de" ? german : english;
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  i18n.setMessagesCompiler(compileMessage);
  return {
    language,
    t: (id, values) => i18n._(id, values),
    known: (prefix, code, other, values) =>
      i18n._(`${prefix}${code}` in messages ? `${prefix}${code}` : other, { ...values, code }),
    formats: formatsOf(language),
  };
}
