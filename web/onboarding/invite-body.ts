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
