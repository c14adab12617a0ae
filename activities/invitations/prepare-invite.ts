import {
  FIRST_GENERATION,
  OPEN_INVITATIONS,
  OPEN_INVITATION_STATUSES,
} from "../../contract/invitations/vocabulary.ts";
import type { MessageLanguage } from "../../contract/language-of.ts";
import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { findAssignableVersion } from "../../db/forms/queries.ts";
import { countOpenInvitations } from "../../db/invitations/count-open-invitations.ts";
import { findClientByContact } from "../../db/invitations/find-client-by-contact.ts";
import { Invitation } from "../../db/invitations/invitation.ts";
import { listMemberContacts } from "../../db/invitations/list-member-contacts.ts";
import {
  type InvitedContacts,
  lockScheduledInvitations,
} from "../../db/invitations/lock-invitation.ts";
import {
  listExpiredInvitations,
  storeExpiredInvitations,
} from "../../db/invitations/store-expired-invitations.ts";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import { newId } from "../../db/platform/new-id.ts";
import { clockNow, isIsolating, type Tx } from "../../db/platform/transactions/transact.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { lockWorkspace } from "../../db/workspaces/lock-workspace.ts";
import type { Contact } from "../../rules/accounts/normalize-contact.ts";
import {
  deriveInvitationToken,
  invitationTokenHash,
} from "../../rules/invitations/derive-invitation-token.ts";
import { invitationExpiry } from "../../rules/invitations/invitation-expiry.ts";
import { bisectRows } from "../bisect-rows.ts";
import type { FaultLog } from "../bisect-work.ts";
import { withSavepointsOnFault } from "../with-savepoints-on-fault.ts";

/**
 * Checks whether a contact may be invited. It marks invitations of the workspace that have expired since. An existing
 * invitation gets the given language, and the given name if it has none.
 *
 * @throws Refusal WORKSPACE_SUSPENDED, ALREADY_CLIENT. STATE_CONFLICT for a member who does not own the workspace, or if
 * too many are open (OPEN_INVITATIONS). VALIDATION_FAILED for a questionnaire that the workspace cannot assign.
 */
export async function prepareInvite(tx: Tx, input: ClientInvite): Promise<PreparedInvite> {
  const { workspaceId } = input;
  const invited = { workspaceId, contacts: [input.contact] };
  await lockScheduledInvitations(tx, invited);
  await lockWorkspace(tx, workspaceId);
  const workspace = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  if (workspace.status !== "ACTIVE") throw new Refusal("WORKSPACE_SUSPENDED");
  const formVersionId = await chosenVersion(tx, input);
  const target = targetOf(input.contact);
  const conflictingId = await findClientByContact(tx, { workspaceId, ...target });
  if (conflictingId !== null) throw new Refusal("ALREADY_CLIENT", { conflictingId });
  await refuseMember(tx, invited);
  await expireInvitations(tx, workspaceId, input.log);
  // Includes an invitation that another coach has scheduled since; all others were locked, in order, before the
  // workspace.
  await lockScheduledInvitations(tx, invited);
  const now = await clockNow(tx);
  const inForce = { status: { $in: [...OPEN_INVITATION_STATUSES] }, expiresAt: { $gt: now } };
  const openInvitation = await tx.findOne(Invitation, { workspaceId, ...target, ...inForce });
  if (openInvitation !== null) await completeInvitation(tx, openInvitation, { ...input, now });
  else if ((await countOpenInvitations(tx, workspaceId)) >= OPEN_INVITATIONS)
    throw stateConflict("TOO_MANY_OPEN_INVITATIONS");
  return { openInvitation, formVersionId, now };
}

/** A coach invites one contact into a workspace. */
export interface ClientInvite {
  readonly workspaceId: string;
  readonly invitedByUserId: string;
  /** Normalized. */
  readonly contact: Contact;
  /** The coach's name for the person; shown only to the coaches of the workspace. */
  readonly name?: string | undefined;
  /** The questionnaire that they get when they register; the workspace's default if absent. */
  readonly formVersionId?: string | undefined;
  /** Language of the mails to them; the workspace's if absent. */
  readonly language?: MessageLanguage | undefined;
  /** Key to derive tokens. */
  readonly invitationKey: Uint8Array;
  readonly requestId: string;
  /** Log for invitations that cannot be marked as expired. */
  readonly log?: FaultLog | undefined;
}

/** The state of a contact before the invitation, under the locks of the workspace and of scheduled invitations. */
export interface PreparedInvite {
  /** The contact's open or scheduled invitation; there is at most one. */
  readonly openInvitation: Invitation | null;
  readonly formVersionId: string | null;
  readonly now: Date;
}

/** Creates an open invitation. Only the hash of its token is stored. */
export async function makeInvitation(
  tx: Tx,
  input: ClientInvite,
  { formVersionId, now }: Omit<PreparedInvite, "openInvitation">,
): Promise<Invitation> {
  const { workspaceId, invitedByUserId, contact, name = null, language = null } = input;
  const id = newId();
  const generation = FIRST_GENERATION;
  const token = await deriveInvitationToken(input.invitationKey, { id, generation });
  const invitation = tx.create(Invitation, {
    id,
    workspaceId,
    invitedByUserId,
    ...targetOf(contact),
    inviteeName: name,
    generation,
    tokenHash: await invitationTokenHash(token),
    status: "ACTIVE",
    sendAt: null,
    expiresAt: invitationExpiry(now),
    remindedAt: null,
    expiryNoticedAt: null,
    createdAt: now,
    updatedAt: now,
    consumedAt: null,
    consumedByUserId: null,
    revokedAt: null,
    formVersionId,
    language,
  });
  await tx.flush();
  return invitation;
}

/** @throws Refusal STATE_CONFLICT for the contact of a member who does not own the workspace. */
export async function refuseMember(tx: Tx, invited: InvitedContacts): Promise<void> {
  const members = await listMemberContacts(tx, invited);
  if (members.length > 0) throw stateConflict("ALREADY_MEMBER");
}

/** A contact by phone gets no e-mail. */
export const targetOf = ({ kind, value }: Contact) => ({
  targetEmail: kind === "EMAIL" ? value : null,
  targetPhone: kind === "PHONE" ? value : null,
});

/** The first name that is given stays; the last language applies to the mails to come. */
async function completeInvitation(
  tx: Tx,
  openInvitation: Invitation,
  { name, language, now }: Pick<ClientInvite, "name" | "language"> & { readonly now: Date },
): Promise<void> {
  const changes = {
    ...(openInvitation.inviteeName === null && name !== undefined && { inviteeName: name }),
    ...(language !== undefined && language !== openInvitation.language && { language }),
  };
  if (Object.keys(changes).length === 0) return;
  tx.assign(openInvitation, { ...changes, updatedAt: now });
  await tx.flush();
}

/**
 * A version published by the workspace, of a form that is not archived. Null leaves the choice to the registration.
 *
 * @throws Refusal VALIDATION_FAILED for any other version.
 */
export async function chosenVersion(
  tx: Tx,
  { workspaceId, formVersionId }: Pick<ClientInvite, "workspaceId" | "formVersionId">,
): Promise<string | null> {
  if (formVersionId === undefined) return null;
  const found = await findAssignableVersion(tx, { workspaceId, formVersionId });
  if (found !== null) return formVersionId;
  const message = "Not a published form of this workspace";
  const errors = [{ pointer: "/formVersionId", code: "not_assignable", message }];
  throw new Refusal("VALIDATION_FAILED", { errors });
}

/**
 * Marks expired invitations of a workspace before more are created. Every reader compares the instant itself, so one
 * that cannot be marked blocks no invitation (docs/rooms/house.md#one-fault).
 */
export async function expireInvitations(
  tx: Tx,
  workspaceId: string,
  log: FaultLog | undefined,
): Promise<void> {
  if (!isIsolating(tx))
    return await withSavepointsOnFault(tx, () => storeExpiredInvitations(tx, workspaceId));
  const expired = await listExpiredInvitations(tx, workspaceId);
  const { failed } = await bisectRows(tx, expired, (some) =>
    storeExpiredInvitations(tx, workspaceId, some),
  );
  for (const { item: invitationId, fault } of failed) {
    const failureClass = faultClassOf(fault);
    log?.error({ invitationId, failureClass, err: fault }, "an invitation was not marked expired");
  }
}
