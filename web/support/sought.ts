import { REQUEST_ID } from "../../contract/request-id.ts";

/**
 * Reads a typed text as a contact or an id; null if it is neither. A UUID may be the id of anything, so the person says
 * of what. Trying one kind after another would audit looks that nobody wanted.
 */
export function soughtBy(typed: string): Sought | null {
  const text = typed.trim();
  if (text.includes("@")) return { kind: "CONTACT", contact: { email: text } };
  if (text.startsWith("+")) return { kind: "CONTACT", contact: { phone: text } };
  if (UUID.test(text)) return { kind: "ID", id: text.toLowerCase() };
  return REQUEST_ID.test(text) ? { kind: "REQUEST", id: text } : null;
}

/** A contact as people write it. It never stands in the address. */
export type Contact = { readonly email: string } | { readonly phone: string };

export type Sought =
  | { readonly kind: "CONTACT"; readonly contact: Contact }
  | { readonly kind: "ID"; readonly id: string }
  | { readonly kind: "REQUEST"; readonly id: string };

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
