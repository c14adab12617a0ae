import { languageOf } from "../../../contract/language-of.ts";
import { messageOf } from "../../../contract/sync/messages.ts";
import {
  CATEGORIES,
  type Category,
  RESOLUTIONS,
  VERDICT_CODES,
  type VerdictCode,
} from "../../../contract/sync/vocabulary.ts";
import type { CentreEntry, EntrySaid } from "../types.ts";
import type { Spoken } from "./spoken.ts";

/**
 * Describes the server's verdict. The server's own sentence is the most precise, but exists only in the language in
 * which the entry was made. In another language, the code decides the sentence; if it is unknown, its category does.
 */
export function describeSaid(spoken: Spoken, { said, status }: SaidEntry): string | null {
  if (said === null || status === "ACCEPTED") return null;
  const { language, phrases, written } = spoken;
  const isSameLanguage = said.locale === null || languageOf(said.locale) === language;
  if (said.message !== null && isSameLanguage) return said.message;
  const sentence = sentenceOf(spoken, said);
  if (said.bounds === null) return sentence;
  const { min, max, unit } = said.bounds;
  const most = unit === null ? written.number(max) : `${written.number(max)} ${unit}`;
  return `${sentence} ${phrases.range(written.number(min), most)}`;
}

/** The fields of an entry with the server's words. */
export type SaidEntry = Pick<CentreEntry, "said" | "status">;

function sentenceOf({ language, phrases }: Spoken, said: EntrySaid): string {
  if (isVerdictCode(said.code)) return messageOf(said.code, language);
  const category = categoryOf(said);
  return category === null ? phrases.refused : phrases.categories[category];
}

/**
 * Describes the next step, by category. If this version does not know the category, it lists the choices of the
 * receipt.
 */
export function describeAdvice({ phrases }: Spoken, entry: CentreEntry): string | null {
  const { said, group } = entry;
  if (group !== "ATTENTION") return null;
  const category = said === null ? null : categoryOf(said);
  if (category !== null) return phrases.advice[category];
  const allowed = RESOLUTIONS.filter((known) => said?.allowedResolutions.includes(known));
  if (allowed.length === 0) return phrases.adviceOtherwise;
  return allowed.map((resolution) => phrases.resolutions[resolution]).join(" ");
}

function isVerdictCode(code: string | null): code is VerdictCode {
  return code !== null && Object.hasOwn(VERDICT_CODES, code);
}

/** The named category, otherwise that of a known code. */
function categoryOf({ code, category }: EntrySaid): Category | null {
  const named = CATEGORIES.find((known) => known === category);
  if (named !== undefined) return named;
  return isVerdictCode(code) ? VERDICT_CODES[code].category : null;
}
