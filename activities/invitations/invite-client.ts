import { OPEN_INVITATIONS } from "../../contract/invitations/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findAssignableVersion } from "../../db/forms/queries.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { findClientByContact } from "../../db/invitations/find-client-by-contact.ts";
import { countOpenInvitations } from "../../db/invitations/count-invitations.ts";
import { storeExpiredInvitations } from "../../db/invitations/store-expired-invitations.ts";
import { newId } from "../../db/new-id.ts";
import { lockWorkspace } from "../../db/workspaces/lock-rows.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import {
  deriveInvitationToken,
  invitationTokenHash,
} from "../../rules/invitations/derive-invitation-token.ts";
import { invitationExpiry } from "../../rules/invitations/invitation-window.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import { limitMailsTo, limitSending } from "./limit-invitations.ts";
import { emitInvitationEvent } from "./emit-invitation-event.ts";

/** A coach invites one contact into a workspace. */
export interface ClientInvite {
  readonly workspaceId: string;
  readonly invitedByUserId: string;
  /** Normalized. */
  readonly contact: Contact;
  /** As the coach calls them; shown to the coaches of the workspace alone. */
  readonly name?: string | undefined;
  /** The questionnaire they get when they register; the workspace's default unless told. */
  readonly formVersionId?: string | undefined;
  /** Key that tokens are derived with. */
  readonly invitationKey: Uint8Array;
  readonly requestId: string;
}

const FIRST_GENERATION = 1;

/**
 * Opens an invitation for 14 days and has it mailed. Only the hash of its token is kept. Those of the
 * workspace that have closed by time meanwhile are written down as such. A contact whose invitation stands
 * open is not written to again: that one is answered (docs/rules.md#invitations-contacts).
 *
 * @throws Refusal WORKSPACE_SUSPENDED, ALREADY_CLIENT, STATE_CONFLICT when too many stand open (OPEN_INVITATIONS),
 *   RATE_LIMITED, VALIDATION_FAILED for a questionnaire that the workspace cannot assign.
 */
export async function inviteClient(tx: Tx, input: ClientInvite): Promise<Invitation> {
  return (await openInvitation(tx, input)).invitation;
}

/** The same, and whether it is a new one. @throws Refusal as `inviteClient`. */
export async function openInvitation(
  tx: Tx,
  input: ClientInvite,
): Promise<{ readonly invitation: Invitation; readonly isNew: boolean }> {
  const { workspaceId, invitedByUserId, requestId } = input;
  await limitSending(tx, { userId: invitedByUserId, workspaceId });
  await lockWorkspace(tx, workspaceId);
  const workspace = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  if (workspace.status !== "ACTIVE") throw new Refusal("WORKSPACE_SUSPENDED");
  const formVersionId = await chosenVersion(tx, input);
  const target = targetOf(input.contact);
  const conflictingId = await findClientByContact(tx, { workspaceId, ...target });
  if (conflictingId !== null) throw new Refusal("ALREADY_CLIENT", { conflictingId });
  await storeExpiredInvitations(tx, workspaceId);
  const now = await clockNow(tx);
  const stands = { workspaceId, ...target, status: "ACTIVE", expiresAt: { $gt: now } } as const;
  const standing = await tx.findOne(Invitation, stands);
  if (standing !== null) {
    await nameOnce(tx, standing, { ...input, now });
    return { invitation: standing, isNew: false };
  }
  if ((await countOpenInvitations(tx, workspaceId)) >= OPEN_INVITATIONS)
    throw new Refusal("STATE_CONFLICT");
  await limitMailsTo(tx, { ...input, email: target.targetEmail });
  const invitation = await makeInvitation(tx, { ...input, formVersionId, now });
  await tx.flush();
  await emitInvitationEvent(tx, {
    type: "ClientInvited",
    invitation,
    byUserId: invitedByUserId,
    requestId,
    now,
  });
  return { invitation, isNew: true };
}

/** Who stands without a name gets the one that is told now. */
async function nameOnce(
  tx: Tx,
  standing: Invitation,
  { name, now }: Pick<ClientInvite, "name"> & { readonly now: Date },
): Promise<void> {
  if (name === undefined || standing.inviteeName !== null) return;
  tx.assign(standing, { inviteeName: name, updatedAt: now });
  await tx.flush();
}

/** A contact by phone is mailed nothing. */
const targetOf = ({ kind, value }: Contact) => ({
  targetEmail: kind === "EMAIL" ? value : null,
  targetPhone: kind === "PHONE" ? value : null,
});

async function makeInvitation(
  tx: Tx,
  input: Omit<ClientInvite, "formVersionId"> & {
    readonly formVersionId: string | null;
    readonly now: Date;
  },
): Promise<Invitation> {
  const { workspaceId, invitedByUserId, contact, name = null, formVersionId, now } = input;
  const id = newId();
  const generation = FIRST_GENERATION;
  const token = await deriveInvitationToken(input.invitationKey, { id, generation });
  return tx.create(Invitation, {
    id,
    workspaceId,
    invitedByUserId,
    ...targetOf(contact),
    inviteeName: name,
    status: "ACTIVE",
    generation,
    tokenHash: await invitationTokenHash(token),
    expiresAt: invitationExpiry(now),
    remindedAt: null,
    createdAt: now,
    updatedAt: now,
    consumedAt: null,
    consumedByUserId: null,
    revokedAt: null,
    formVersionId,
  });
}

/** A version published by the workspace, of a form in use; null leaves the choice to the registration. */
async function chosenVersion(tx: Tx, { workspaceId, formVersionId }: ClientInvite) {
  if (formVersionId === undefined) return null;
  const found = await findAssignableVersion(tx, { workspaceId, formVersionId });
  if (found !== null) return formVersionId;
  const message = "Not a published form of this workspace";
  const errors = [{ pointer: "/formVersionId", code: "not_assignable", message }];
  throw new Refusal("VALIDATION_FAILED", { errors });
}
