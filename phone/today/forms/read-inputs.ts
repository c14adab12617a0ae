import type { Moments } from "../../texts/moments.ts";
import type { Texts } from "../../texts/texts.ts";
import type { Recorded } from "../fields.ts";
import type { CardInput } from "../read-task.ts";

/** Parses the inputs, or returns their errors. An optional input may be empty. */
export function readInput(input: CardInput, written: string, spoken: Spoken): ReadInput {
  const text = written.trim();
  if (text === "" && !input.required) return { value: null, fault: null };
  switch (input.type) {
    case "number":
      return readNumber(input, text, spoken);
    case "boolean":
      return text === "" ? fault(spoken.texts.chooseOne) : { value: text === "yes", fault: null };
    case "choice":
      return text === "" ? fault(spoken.texts.chooseOne) : { value: text, fault: null };
    case "text":
      return text === "" ? fault(spoken.texts.enterText) : { value: text, fault: null };
  }
}

/** The bounds of a number in words; null if it has none. */
export function boundsOf(
  { type, min, max, unit }: CardInput,
  moments: Moments,
): readonly [string, string] | null {
  if (type !== "number" || min === null || max === null) return null;
  return [moments.number(min), withUnit(moments.number(max), unit)];
}

/** A number with its unit. */
export function withUnit(number: string, unit: string | null): string {
  return unit === null ? number : `${number} ${unit}`;
}

/** A parsed input: a value, nothing, or an error. */
export interface ReadInput {
  readonly value: Recorded | null;
  readonly fault: string | null;
}

interface Spoken {
  readonly texts: Texts;
  readonly moments: Moments;
}

function readNumber(input: CardInput, text: string, { texts, moments }: Spoken): ReadInput {
  const value = numberIn(text);
  if (value === null) return fault(texts.enterNumber);
  const bounds = boundsOf(input, moments);
  const isOutside = value < (input.min ?? value) || value > (input.max ?? value);
  return isOutside && bounds !== null
    ? fault(texts.outOfBounds(...bounds))
    : { value, fault: null };
}

/** Both a comma and a point separate decimals; nothing groups thousands. */
function numberIn(text: string): number | null {
  if (!/^[-+]?\d+(?:[.,]\d{1,3})?$/.test(text)) return null;
  return Number(text.replace(",", "."));
}

const fault = (sentence: string): ReadInput => ({ value: null, fault: sentence });
