import { messageOf } from "../../contract/sync/messages.ts";
import { VERDICT_CODES, type VerdictCode } from "../../contract/sync/vocabulary.ts";
import type { Language } from "../texts/texts.ts";

/** The server's sentence for a code; null for a code that this version does not know. */
export function verdictMessage(code: string, language: Language): string | null {
  return isKnown(code) ? messageOf(code, language) : null;
}

function isKnown(code: string): code is VerdictCode {
  return Object.hasOwn(VERDICT_CODES, code);
}
