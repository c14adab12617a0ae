import type { ContactKind } from "../../contract/accounts/vocabulary.ts";

/** The contact a text names: an e-mail address if it has an `@`, otherwise a phone number. */
export function normalizeContact(text: string): Contact | null {
  const kind = text.normalize("NFKC").includes("@") ? "EMAIL" : "PHONE";
  const value = kind === "EMAIL" ? normalizeEmail(text) : normalizePhone(text);
  return value === null ? null : { kind, value };
}

/** A contact in its normal form: two contacts are the same if these are equal. */
export interface Contact {
  readonly kind: ContactKind;
  readonly value: string;
}

const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
/**
 * RFC 5322 atoms and RFC 6531 letters joined by single dots. This excludes spaces, control characters and bidi marks.
 */
const LOCAL_PART =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Letters, digits, marks, hyphens and dots: nothing that a URL would parse as more than a host. */
const DOMAIN_CHARACTERS = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * Normal form of an e-mail address: NFKC, lower case, domain as ASCII without the dot of the root. Dots and plus tags
 * of the local part stay; only its host knows what they mean (docs/rooms/accounts.md#contacts).
 *
 * @returns null if the text is not an e-mail address.
 */
export function normalizeEmail(text: string): string | null {
  if (text.length > MAX_EMAIL_LENGTH) return null;
  const [localPart = "", domainText = "", ...more] = fold(text).split("@");
  if (more.length > 0 || localPart.length > MAX_LOCAL_PART_LENGTH) return null;
  if (!LOCAL_PART.test(localPart)) return null;
  const domain = asciiDomain(domainText);
  if (domain === null) return null;
  const email = `${localPart}@${domain}`;
  return email.length > MAX_EMAIL_LENGTH ? null : email;
}

/**
 * Normal form of an address that a provider vouches for. Typed addresses are folded; proven ones are not. If only
 * compatibility folding makes two addresses equal (`ａna@`, `ana@`), they are different mailboxes, and owning one
 * proves nothing about the other. Composed and decomposed letters (NFC, NFD) are one text.
 *
 * @returns null if the text is not an e-mail address, or if its local part needs folding.
 */
export function provenEmail(text: string): string | null {
  const localPart = text.slice(0, text.indexOf("@"));
  return localPart.normalize("NFC") === localPart.normalize("NFKC") ? normalizeEmail(text) : null;
}

/**
 * E.164 form of a phone number: `+`, country code, number, 7 to 15 digits. Spaces, dots, hyphens and brackets are
 * ignored and `00` means `+`. A trunk zero in brackets is rejected, not guessed at.
 *
 * @returns null if the text is not an international phone number.
 */
export function normalizePhone(text: string): string | null {
  const folded = text.normalize("NFKC");
  if (!/^(?:\+|00)[0-9 .()/-]{7,30}$/.test(folded) || folded.includes("(0")) return null;
  const digits = folded.replace(/^\+|^00/, "").replaceAll(/[^0-9]/g, "");
  return /^[1-9][0-9]{6,14}$/.test(digits) ? `+${digits}` : null;
}

/** Lowercasing can break NFKC again (a dotted capital I), hence the second pass. */
function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFKC");
}

function asciiDomain(text: string): string | null {
  if (!DOMAIN_CHARACTERS.test(text)) return null;
  try {
    const hostname = new URL(`http://${text}`).hostname.replace(/\.$/, "");
    return DOMAIN.test(hostname) && hostname.length <= 253 ? hostname : null;
  } catch {
    return null;
  }
}
