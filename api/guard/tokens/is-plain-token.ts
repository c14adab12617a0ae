import { readJson } from "../../http/body/read-json.ts";

/**
 * Whether a token has the one form that all parsers read alike (RFC 8725; RFC 7515, 4.1). It has three parts of
 * canonical base64url, with JSON objects as header and payload. They have no duplicate names, lone surrogates, NUL or
 * inexact numbers, and no header member supplies a key. The signature is not checked.
 */
export function isPlainToken(token: string): boolean {
  const parts = token.split(".");
  const [header = "", payload = "", signature = ""] = parts;
  if (parts.length !== 3 || !isCanonical(signature)) return false;
  const named = readPart(header);
  if (named === null || REFUSED_HEADERS.some((name) => Object.hasOwn(named, name))) return false;
  return readPart(payload) !== null;
}

/** Header members that would supply the token's own key, or extend its meaning beyond what the signature covers. */
const REFUSED_HEADERS = ["jwk", "jku", "x5u", "x5c", "crit", "b64", "zip", "enc", "cty"];

/** Excess bits in the last character, padding, or the other alphabet would allow two spellings of a part. */
function isCanonical(part: string): boolean {
  return part !== "" && Buffer.from(part, "base64url").toString("base64url") === part;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readPart(part: string): object | null {
  if (!isCanonical(part)) return null;
  try {
    const read = readJson(decoder.decode(Buffer.from(part, "base64url")));
    if (read.kind !== "read" || read.faults.length > 0) return null;
    const { value } = read;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
