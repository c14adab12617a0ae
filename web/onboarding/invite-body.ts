import type { components } from "../api/routes.d.ts";

/** The request for one invitation, from what the coach typed; null without a contact. A sign "@" makes it an e-mail. */
export function inviteBody({ contact, name, language }: Typed): InviteBody | null {
  const value = contact.trim();
  if (value === "") return null;
  return {
    ...(value.includes("@") ? { email: value } : { phone: value }),
    ...(name.trim() !== "" && { name: name.trim() }),
    ...((language === "en" || language === "de") && { language }),
  };
}

type InviteBody = components["schemas"]["CreateInvitation"];

interface Typed {
  readonly contact: string;
  readonly name: string;
  /** Empty for the workspace's language. */
  readonly language: string;
}

/** Tells the reader's own address: as the owner, or as another coach of the workspace. Any other contact is null. */
export function ownAddress(
  contact: string,
  { email, isOwner }: { readonly email: string | null; readonly isOwner: boolean },
): "OWNER" | "MEMBER" | null {
  const isOwn = email !== null && contact.trim().toLowerCase() === email.toLowerCase();
  if (!isOwn) return null;
  return isOwner ? "OWNER" : "MEMBER";
}
