import { REQUEST_ID } from "../../contract/request-id.ts";

/**
 * What somebody looks for by a typed text: a contact, or an id. A UUID may be the id of anything, so the person says of
 * what; trying one kind after another would audit looks that nobody wanted. Null if it is neither.
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
