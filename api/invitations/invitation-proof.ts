import type { InvitationProof } from "../../activities/invitations/joining/admit-joiner.ts";
import type { ApiDeps } from "../api-deps.ts";

/** The one proof in a body: its schema refuses none and both. */
export function invitationProof(
  { invitationToken = "", joinHandle }: ProofBody,
  { keys }: Pick<ApiDeps, "keys">,
): InvitationProof {
  return joinHandle === undefined
    ? { invitationToken }
    : { joinHandle, invitationKey: keys.invitation };
}

interface ProofBody {
  readonly invitationToken?: string | undefined;
  readonly joinHandle?: string | undefined;
}
