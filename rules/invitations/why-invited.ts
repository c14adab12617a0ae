import type { MessageLanguage } from "../../contract/language-of.ts";

/** Why a person gets an invitation, and what to do with one from a stranger. */
export function whyInvited(language: MessageLanguage, inviter: string): string {
  return language === "de"
    ? `Sie bekommen diese E-Mail, weil ${inviter} Ihre Adresse eingegeben hat. Wenn Ihnen der Name nichts sagt, ignorieren Sie sie.`
    : `You get this e-mail because ${inviter} entered your address. If you do not know this name, ignore it.`;
}
