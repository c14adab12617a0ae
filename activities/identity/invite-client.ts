import { v7 as uuidv7 } from "uuid";
import { OPEN_INVITATIONS } from "../../contract/identity/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { CoachWorkspace } from "../../db/identity/coach-workspace.ts";
import { Invitation } from "../../db/identity/invitation.ts";
import { countOpenInvitations } from "../../db/identity/count-invitations.ts";
import { storeExpiredInvitations } from "../../db/identity/store-expired-invitations.ts";
import { lockWorkspace } from "../../db/identity/workspaces/lock-rows.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import {
  deriveInvitationToken,
  invitationTokenHash,
} from "../../rules/identity/derive-invitation-token.ts";
import { invitationExpiry } from "../../rules/identity/invitation-window.ts";
import type { Contact } from "../../rules/identity/normalize-contact.ts";
import { limitSending } from "./limit-invitations.ts";
import { tellInvitation } from "./tell-invitation.ts";

/** A coach invites one contact into a workspace. */
export interface ClientInvite {
  readonly workspaceId: string;
  readonly invitedByUserId: string;
  /** Normalized. */
  readonly contact: Contact;
  /** Key that tokens are derived with. */
  readonly invitationKey: Uint8Array;
  readonly requestId: string;
}

const FIRST_GENERATION = 1;

/**
 * Opens an invitation for 14 days and has it mailed. Only the hash of its token is kept. Those of the
 * workspace that have closed by time meanwhile are written down as such.
 *
 * @throws Refusal WORKSPACE_SUSPENDED, STATE_CONFLICT when too many stand open (OPEN_INVITATIONS),
 *   RATE_LIMITED.
 */
export async function inviteClient(tx: Tx, input: ClientInvite): Promise<Invitation> {
  const { workspaceId, invitedByUserId, contact, requestId } = input;
  await limitSending(tx, invitedByUserId);
  await lockWorkspace(tx, workspaceId);
  const workspace = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  if (workspace.status !== "ACTIVE") throw new Refusal("WORKSPACE_SUSPENDED");
  await storeExpiredInvitations(tx, workspaceId);
  if ((await countOpenInvitations(tx, workspaceId)) >= OPEN_INVITATIONS)
    throw new Refusal("STATE_CONFLICT");
  const now = await clockNow(tx);
  const id = uuidv7();
  const generation = FIRST_GENERATION;
  const token = await deriveInvitationToken(input.invitationKey, { id, generation });
  const invitation = tx.create(Invitation, {
    id,
    workspaceId,
    invitedByUserId,
    targetEmail: contact.kind === "EMAIL" ? contact.value : null,
    targetPhone: contact.kind === "PHONE" ? contact.value : null,
    status: "ACTIVE",
    generation,
    tokenHash: await invitationTokenHash(token),
    expiresAt: invitationExpiry(now),
    createdAt: now,
    updatedAt: now,
    consumedAt: null,
    consumedByUserId: null,
    revokedAt: null,
  });
  await tx.flush();
  await tellInvitation(tx, {
    type: "ClientInvited",
    invitation,
    byUserId: invitedByUserId,
    requestId,
    now,
  });
  return invitation;
}
