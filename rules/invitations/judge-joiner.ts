import {
  type ClosedInvitation,
  type InvitationState,
  judgeInvitation,
} from "./judge-invitation.ts";

/**
 * Whether this person may take the place that an invitation to join offers. Its state is judged before the person, and
 * an expired handle reveals neither. TAKEN means that they took this place before and still have it.
 */
export function judgeJoiner(facts: JoiningFacts, now: Date): JoiningVerdict {
  if (facts.isMember && facts.isAcceptedByThem) return "TAKEN";
  if (facts.handleExpiresAt !== null && facts.handleExpiresAt <= now) return "VALIDATION_EXPIRED";
  const closed = judgeInvitation(facts, now);
  if (closed !== null) return closed;
  if (!facts.provesAddress) return "INVITATION_CONTACT_MISMATCH";
  return facts.isMember ? "ALREADY_MEMBER" : "OPEN";
}

/** The facts that decide whether a person may join. */
export interface JoiningFacts extends InvitationState {
  /** The end of the handle by which the person came; null for the token itself. */
  readonly handleExpiresAt: Date | null;
  readonly isAcceptedByThem: boolean;
  /** Whether they have a place in the workspace, by whichever invitation. */
  readonly isMember: boolean;
  /** Whether the sign-in proves the invited address. */
  readonly provesAddress: boolean;
}

export type JoiningVerdict =
  | "OPEN"
  | "TAKEN"
  | "VALIDATION_EXPIRED"
  | ClosedInvitation
  | "INVITATION_CONTACT_MISMATCH"
  | "ALREADY_MEMBER";
