import type { Contact } from "./normalize-contact.ts";

/** A sign-in as the provider vouches for it, with normalized contacts. */
export interface VerifiedIdentity {
  readonly provider: string;
  readonly issuer: string;
  readonly tenant: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly phoneVerified: boolean;
}

/** The contacts that a sign-in proves. Unverified contacts are left out. */
export function verifiedContacts(identity: VerifiedIdentity): readonly Contact[] {
  const { email, emailVerified, phone, phoneVerified } = identity;
  return [
    ...(email !== null && emailVerified ? [{ kind: "EMAIL" as const, value: email }] : []),
    ...(phone !== null && phoneVerified ? [{ kind: "PHONE" as const, value: phone }] : []),
  ];
}

/** The one verified contact of a kind, or null. */
export function verifiedContact(identity: VerifiedIdentity, kind: Contact["kind"]): string | null {
  return verifiedContacts(identity).find((contact) => contact.kind === kind)?.value ?? null;
}
