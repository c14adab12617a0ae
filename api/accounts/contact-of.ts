import type { Refusal } from "../../contract/refusal.ts";
import {
  type Contact,
  normalizeEmail,
  normalizePhone,
} from "../../rules/accounts/normalize-contact.ts";
import { malformed } from "../http/parse-or-refuse.ts";

/** The normal form of one typed contact. @throws Refusal VALIDATION_FAILED if the text is not a contact. */
export function contactOf({
  email = "",
  phone,
}: {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}): Contact {
  if (phone === undefined) return { kind: "EMAIL", value: emailOf({ email }) };
  const value = normalizePhone(phone);
  if (value === null) throw noContact("/phone", NO_PHONE);
  return { kind: "PHONE", value };
}

/** The normal form of a typed e-mail address. @throws Refusal VALIDATION_FAILED if the text is not an address. */
export function emailOf({ email }: { readonly email: string }): string {
  const normal = normalizeEmail(email);
  if (normal === null) throw noContact("/email", "Not an e-mail address");
  return normal;
}

const NO_PHONE = "Not an international phone number, such as +49 151 2345678";

function noContact(pointer: string, message: string): Refusal {
  return malformed([{ pointer, code: "invalid_format", message }]);
}
