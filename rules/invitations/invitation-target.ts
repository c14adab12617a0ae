import type { Contact } from "../accounts/normalize-contact.ts";

/** The one contact an invitation is bound to. */
export function invitationTarget(invitation: {
  readonly targetEmail: string | null;
  readonly targetPhone: string | null;
}): Contact {
  const { targetEmail, targetPhone } = invitation;
  if (targetEmail !== null) return { kind: "EMAIL", value: targetEmail };
  if (targetPhone !== null) return { kind: "PHONE", value: targetPhone };
  throw new Error("An invitation without a contact");
}
