import { NO_CONTACT } from "../../contract/invitations/vocabulary.ts";
import type { Contact } from "../accounts/normalize-contact.ts";

/** The one contact an invitation is bound to. */
export function invitationTarget(invitation: {
  readonly targetEmail: string | null;
  readonly targetPhone: string | null;
}): Contact {
  const { targetEmail, targetPhone } = invitation;
  if (targetEmail !== null) return { kind: "EMAIL", value: targetEmail };
  if (targetPhone !== null) return { kind: "PHONE", value: targetPhone };
  throw new Error("The invitation has no contact");
}

/** Whether the contact was deleted: 30 days after the invitation's end, or with the account that accepted it. */
export function isContactGone(invitation: Parameters<typeof invitationTarget>[0]): boolean {
  return invitationTarget(invitation).value === NO_CONTACT;
}
