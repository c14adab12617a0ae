import type { Contact } from "./normalize-contact.ts";

/**
 * Masks a contact: its owner recognizes it, nobody else can use it (`a***@example.com`, `+49***67`). The number of
 * stars is fixed, so it does not reveal the length.
 */
export function maskContact(contact: Contact): string {
  return contact.kind === "EMAIL" ? maskEmail(contact.value) : maskPhone(contact.value);
}

function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = "", ...others] = email.slice(0, at);
  return `${others.length > 0 ? first : ""}***${email.slice(at)}`;
}

function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}***${phone.slice(-2)}`;
}
