import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { InvitationStep } from "../../contract/invitations/vocabulary.ts";
import type { Refusal } from "../../contract/refusal.ts";
import { findReplacedLink } from "../../db/invitations/queries.ts";
import { refuseInvitation } from "./refuse-invitation.ts";

/**
 * Refuses a token that opens nothing: INVITATION_REPLACED if a newer link replaced it, otherwise NOT_FOUND
 * (docs/rooms/invitations.md#tokens).
 */
export async function refuseUnknownLink(
  em: SqlEntityManager,
  attempt: { readonly tokenHash: string; readonly step: InvitationStep },
): Promise<Refusal> {
  const { tokenHash, step } = attempt;
  const invitationId = await findReplacedLink(em, tokenHash);
  const code = invitationId === null ? "NOT_FOUND" : "INVITATION_REPLACED";
  return refuseInvitation(code, { step, invitationId });
}
