import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";

/** Bearer and JSON Web Tokens. */
const TOKENS = [
  /\bbearer\s+[A-Za-z0-9._~+/-]{16,}/i,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
];

const URL_START = /https?:\/\//i;
/** Parameters that carry the right to a URL in the URL itself. */
const SIGNATURE = /[?&](?:X-Amz-Signature|X-Goog-Signature|Signature|sig|token|access_token)=/i;

/**
 * Looks through a payload for what must not be stored (document 1, "Operation envelope"; decisions.md,
 * "Payload hygiene").
 *
 * @returns RFC 6901 pointer of the first offending text, or null; of an offending name, its object.
 */
export function findForbiddenContent(value: unknown, pointer = ""): string | null {
  if (typeof value === "string") return isForbidden(value) ? pointer : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    if (isForbidden(key)) return pointer;
    const found = findForbiddenContent(part, `${pointer}/${escaped(key)}`);
    if (found !== null) return found;
  }
  return null;
}

function isForbidden(text: string): boolean {
  if (text.length > BATCH_LIMITS.freeTextLength) return true;
  if (text.length < 16) return false;
  return TOKENS.some((pattern) => pattern.test(text)) || text.split(/\s+/).some(isSignedUrl);
}

/** Word by word and each once: one pattern for the whole would cost the square of its length. */
function isSignedUrl(word: string): boolean {
  const start = word.search(URL_START);
  return start !== -1 && SIGNATURE.test(word.slice(start));
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
