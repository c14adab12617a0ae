import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";

/**
 * Searches a payload for content that must not be stored (docs/rooms/sync.md#payload-hygiene): bearer tokens, JSON Web
 * Tokens and other raw credentials, signed URLs, oversize free text.
 *
 * @param checked objects of the payload that were already searched; they are skipped.
 * @returns RFC 6901 pointer of the first offending text, or null. If a field name offends or may not be shown, it is
 *   the pointer of the object that contains the field.
 */
export function findForbiddenContent(
  value: unknown,
  checked: ReadonlySet<unknown> = NONE,
): string | null {
  if (typeof value === "string") return isForbidden(value) ? "" : null;
  if (typeof value !== "object" || value === null || checked.has(value)) return null;
  for (const [key, part] of Object.entries(value)) {
    if (isForbidden(key)) return "";
    const found = findForbiddenContent(part, checked);
    // The pointer is built on the way back: only one of thousands of values needs it.
    if (found !== null) return SHOWN_NAME.test(key) ? `/${key}${found}` : "";
  }
  return null;
}

/** Bearer tokens, private keys and the ids of cloud access keys. */
const SECRETS = [
  /\bbearer\s+[A-Za-z0-9._~+/-]{16,}/i,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
];

/** A URL, or one written inside another. */
const URL_START = /[a-z](?::|%3A)(?:\/|%2F){2}/i;
/** Name and password in a URL. */
const PASSWORD_IN_URL = /:\/\/[^\s/@:]+:[^\s/@]+@/;
/** Parameters that grant access to a URL, and mean nothing else anywhere. */
const SIGNATURE =
  /(?:[?&#;]|%3F|%26|%23)(?:X-[A-Z]{3,4}-(?:Signature|Security-Token|Credential)|q-signature|hdnts|hdnea|Key-Pair-Id)(?:=|%3D)/i;
/** Parameters that grant access only within a URL. */
const ACCESS =
  /(?:[?&#;]|%3F|%26|%23)(?:Signature|sig|(?:[a-z]+[_-])?token|jwt|api_?key|client_secret)(?:=|%3D)/i;

/**
 * A necessary part of each pattern above and of JSON Web Tokens: one test clears most texts. A parameter has its `=`,
 * a password its `@`.
 */
const SUSPICIOUS = /[=@]|%3D|eyJ|bearer|PRIVATE KEY|AKIA|ASIA/i;

/** Shorter texts cannot match. */
const SHORTEST = 10;
/** Minimum length of the header of a JSON Web Token. */
const JWT_HEADER = 11;

const NONE: ReadonlySet<unknown> = new Set();

/** A field name that is safe to show and store. */
const SHOWN_NAME = /^[A-Za-z0-9_-]{1,64}$/;

function isForbidden(text: string): boolean {
  if (text.length > BATCH_LIMITS.freeTextLength) return true;
  if (text.length < SHORTEST || !SUSPICIOUS.test(text)) return false;
  return (
    SECRETS.some((pattern) => pattern.test(text)) ||
    text.split(/\s+/).some((word) => word.length >= SHORTEST && grantsAccess(word)) ||
    text.split(/[^\w.-]+/).some(isWebToken)
  );
}

/** Each word once: a single pattern over the whole text would take quadratic time. */
function grantsAccess(word: string): boolean {
  if (SIGNATURE.test(word)) return true;
  const start = word.search(URL_START);
  if (start === -1) return false;
  const url = word.slice(start);
  return ACCESS.test(url) || PASSWORD_IN_URL.test(url);
}

/** A JSON Web Token, signed, unsigned or encrypted: a header `{"...` in base64url, then at least two dots. */
function isWebToken(word: string): boolean {
  const parts = word.split(".");
  return parts.slice(0, -2).some((part) => {
    const start = part.indexOf("eyJ");
    return start !== -1 && part.length - start >= JWT_HEADER;
  });
}
