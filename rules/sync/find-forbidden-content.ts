import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";

/** Bearer and JSON Web Tokens, and URLs that carry their own signature. */
const FORBIDDEN = [
  /\bbearer\s+[A-Za-z0-9._~+/-]{16,}/i,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
  /https?:\/\/\S+[?&](?:X-Amz-Signature|X-Goog-Signature|Signature|sig|token|access_token)=/i,
];

/**
 * Looks through a payload for what must not be stored (document 1, "Operation envelope"; decisions.md,
 * "Payload hygiene").
 *
 * @returns RFC 6901 pointer of the first offending text, or null.
 */
export function findForbiddenContent(value: unknown, pointer = ""): string | null {
  if (typeof value === "string") return isForbidden(value) ? pointer : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const found = findForbiddenContent(part, `${pointer}/${escaped(key)}`);
    if (found !== null) return found;
  }
  return null;
}

function isForbidden(text: string): boolean {
  if (text.length > BATCH_LIMITS.freeTextLength) return true;
  return text.length >= 16 && FORBIDDEN.some((pattern) => pattern.test(text));
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
