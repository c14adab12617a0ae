import { invitationImportActor } from "../../../contract/invitations/import-actor.ts";
import {
  insertImport,
  type WaitingInvitation,
} from "../../../db/invitations/imports/begin-import.ts";
import { newId } from "../../../db/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../../db/transact.ts";
import type { Contact } from "../../../rules/accounts/normalize-contact.ts";
import { invitationExpiry } from "../../../rules/invitations/invitation-window.ts";
import type { InviteeLine } from "../../../rules/invitations/read-invitees.ts";
import { chosenVersion, type ClientInvite, targetOf } from "../prepare-invitation.ts";

/** People of a file whom a coach invites. */
export interface CsvInvite extends Omit<ClientInvite, "contact" | "name" | "invitationKey"> {
  readonly lines: readonly InviteeLine[];
}

/** An import that has begun. */
export interface BegunImport {
  readonly importId: string;
  /** Lines without an outcome. */
  readonly waiting: number;
}

/**
 * Writes a file down that a coach invites by: whom each line names waits as an invitation of nobody, and is invited slice
 * by slice (`inviteSlice`). Nothing is judged yet but lines that cannot be read. Should whoever asked be lost, an actor
 * does the rest (docs/rules.md#invitations-csv).
 *
 * @throws Refusal VALIDATION_FAILED for a questionnaire that the workspace cannot assign.
 */
export async function beginImport(tx: Tx, input: CsvInvite): Promise<BegunImport> {
  const { workspaceId, invitedByUserId: userId, requestId } = input;
  const formVersionId = await chosenVersion(tx, input);
  const importId = newId();
  const made = input.lines.map((one) => {
    const { line, fault } = one;
    if (fault !== null) {
      const invalid = { line, fault, outcome: "INVALID", invitation_id: null } as const;
      return { line: invalid, waiting: [] };
    }
    const waiting = waitingInvitation(one);
    return { line: { line, fault, outcome: null, invitation_id: waiting.id }, waiting: [waiting] };
  });
  const waiting = made.flatMap((one) => one.waiting);
  const createdAt = await clockNow(tx);
  const doneAt = waiting.length === 0 ? createdAt : null;
  await insertImport(
    tx,
    { id: importId, workspaceId, userId, createdAt, doneAt },
    {
      lines: made.map(({ line }) => line),
      waiting,
      formVersionId,
      expiresAt: invitationExpiry(createdAt),
    },
  );
  if (doneAt === null) {
    const begun = {
      eventId: newId(),
      type: "ClientInvitationImportBegun",
      subjectId: importId,
      version: 0,
      refs: { workspaceId },
    } as const;
    const event = invitationImportActor.wokenBy(begun, { importId });
    await appendEvents(tx, [event], { now: createdAt, requestId });
  }
  return { importId, waiting: waiting.length };
}

/** Whom a line names; a token is derived when the line is judged. */
function waitingInvitation({
  contact,
  name = null,
}: {
  readonly contact: Contact;
  readonly name: string | undefined | null;
}): WaitingInvitation {
  const { targetEmail, targetPhone } = targetOf(contact);
  return {
    id: newId(),
    target_email: targetEmail,
    target_phone: targetPhone,
    invitee_name: name,
  };
}
