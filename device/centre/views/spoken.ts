import { CENTRE_TEXTS } from "../texts/centre-texts.ts";
import type { CentreTexts } from "../texts/types.ts";
import type { CentreLanguage, ReadAt } from "./types.ts";
import { type Written, writtenIn } from "./written.ts";

/** A language with its sentences, and how it writes times and numbers. */
export function spokenIn(language: CentreLanguage, at: ReadAt): Spoken {
  return { ...CENTRE_TEXTS[language], language, written: writtenIn(language, at), now: at.now };
}

/** Inputs for the sentences about entries. */
export interface Spoken extends CentreTexts {
  readonly language: CentreLanguage;
  readonly written: Written;
  readonly now: number;
}
