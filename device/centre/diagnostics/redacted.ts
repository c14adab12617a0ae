import { CATEGORIES, VERDICT_CODES } from "../../../contract/sync/vocabulary.ts";
import { OPERATION_VERSIONS } from "../../wire/operation-types.ts";

/** A text as a version is written; null for anything else, because an app may put words there. */
export function versionOrNull(text: string): string | null {
  return /^\d[\w.+-]{0,30}$/.test(text) ? text : null;
}

/** An id as the server makes it; null for anything else. */
export function idOrNull(id: string | null): string | null {
  return id !== null && UUID.test(id) ? id : null;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** An operation type that this version knows. An app chooses types, so others may contain words. */
export function typeOrOther(type: string): string {
  return Object.hasOwn(OPERATION_VERSIONS, type) ? type : OTHER;
}

/** A code or category that this version knows; null if there is none. */
export function codeOrOther(code: string | null): string | null {
  if (code === null) return null;
  const isKnown = Object.hasOwn(VERDICT_CODES, code) || CATEGORIES.some((known) => known === code);
  return isKnown ? code : OTHER;
}

/** One of the values that the library writes; null stays null. */
export function knownOrOther(value: unknown, known: readonly string[]): string | null {
  if (value === null || value === undefined) return null;
  return known.find((one) => one === value) ?? OTHER;
}

/** Stands for a text that is not shown. */
export const OTHER = "OTHER";
