import type { PayloadFaultKind } from "../payload-fault.ts";
import { languageOf, type MessageLanguage } from "../language-of.ts";
import { messageOf, verdictMessageKey } from "./messages.ts";
import type { ValueBounds } from "./schema.ts";

/** The user-safe sentence of a fault in a payload, in the language of a BCP 47 tag. */
export function payloadFaultMessage(kind: PayloadFaultKind, locale: string | null): string {
  if (kind === "TOO_PRECISE") return messageOf("VALUE_TOO_PRECISE", locale);
  return PAYLOAD_FAULT_MESSAGES[kind][languageOf(locale)];
}

/** Key of the apps' translation for a fault in a payload, e.g. `sync.payload-too-long`. */
export function payloadFaultMessageKey(kind: PayloadFaultKind): string {
  if (kind === "TOO_PRECISE") return verdictMessageKey("VALUE_TOO_PRECISE");
  return `sync.payload-${kind.toLowerCase().replaceAll("_", "-")}`;
}

/** Sentence that a person reads if a payload's schema refuses one of its places; the type requires all kinds. */
const PAYLOAD_FAULT_MESSAGES: Record<
  Exclude<PayloadFaultKind, "TOO_PRECISE">,
  Record<MessageLanguage, string>
> = {
  MISSING: {
    en: "Something that this entry needs is missing.",
    de: "Zu diesem Eintrag fehlt noch eine Angabe.",
  },
  TOO_LONG: {
    en: "A text in this entry is too long.",
    de: "Ein Text in diesem Eintrag ist zu lang.",
  },
  TOO_MANY: {
    en: "This entry contains too much at once.",
    de: "Dieser Eintrag enthält zu viel auf einmal.",
  },
  OUT_OF_RANGE: {
    en: "A number in this entry is out of range.",
    de: "Eine Zahl in diesem Eintrag liegt außerhalb des Bereichs.",
  },
  WRONG_TYPE: {
    en: "A field of this entry has the wrong kind of value.",
    de: "Ein Feld dieses Eintrags enthält die falsche Art von Wert.",
  },
  NO_SUCH_CHOICE: {
    en: "This entry names a choice that does not exist.",
    de: "Dieser Eintrag nennt eine Auswahl, die es nicht gibt.",
  },
  UNKNOWN_FIELD: {
    en: "This entry has a field that does not belong there.",
    de: "Dieser Eintrag hat ein Feld, das dort nicht hingehört.",
  },
  DUPLICATE: {
    en: "This entry names the same thing twice.",
    de: "Dieser Eintrag nennt dasselbe zweimal.",
  },
  MALFORMED: {
    en: "A field of this entry cannot be read.",
    de: "Ein Feld dieses Eintrags ist nicht lesbar.",
  },
};

/** The sentence for a value out of range, with the present range. */
export function rangeMessage(bounds: ValueBounds, locale: string | null): string {
  const language = languageOf(locale);
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 3, useGrouping: false });
  const unit = bounds.unit === null ? "" : ` ${bounds.unit}`;
  const range = RANGE_WORDS[language](format.format(bounds.min), format.format(bounds.max) + unit);
  const refusal = bounds.changed
    ? CHANGED_RANGE_MESSAGE[language]
    : messageOf("VALUE_OUT_OF_RANGE", language);
  return `${refusal} ${range}`;
}

/** Key of the apps' translation for a value out of a range that has changed since. */
export const CHANGED_RANGE_MESSAGE_KEY = `${verdictMessageKey("VALUE_OUT_OF_RANGE")}-changed`;

const CHANGED_RANGE_MESSAGE: Record<MessageLanguage, string> = {
  en: "Your coach changed the range of this value in the meantime.",
  de: "Ihr Coach hat den Bereich dieses Wertes inzwischen geändert.",
};

const RANGE_WORDS: Record<MessageLanguage, (min: string, max: string) => string> = {
  en: (min, max) => `From ${min} to ${max} is possible.`,
  de: (min, max) => `Möglich ist ${min} bis ${max}.`,
};
