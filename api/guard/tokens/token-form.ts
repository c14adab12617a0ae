import { readJson } from "../../http/body/json.ts";

/** Header members by which a token would bring its own key, or mean more than its signature covers. */
const REFUSED_HEADERS = ["jwk", "jku", "x5u", "x5c", "crit", "b64", "zip", "enc", "cty"];

/**
 * Whether a token is written in the one form that all readers read alike: three parts of canonical
 * base64url, header and payload JSON objects without double names, lone surrogates, NUL or numbers
 * that nobody holds exactly, and no header member that brings a key along (RFC 8725; RFC 7515, 4.1).
 * It says nothing of the signature.
 */
export function isPlainToken(token: string): boolean {
  const parts = token.split(".");
  const [header = "", payload = "", signature = ""] = parts;
  if (parts.length !== 3 || !isCanonical(signature)) return false;
  const named = readPart(header);
  if (named === null || REFUSED_HEADERS.some((name) => Object.hasOwn(named, name))) return false;
  return readPart(payload) !== null;
}

/** Bits that the last character has too many, padding, or the other alphabet spell a part twice. */
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
