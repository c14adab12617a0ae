import { invitationImportActor } from "../../../contract/invitations/invitation-import-actor.ts";
import {
  insertImport,
  insertLines,
  type LineToInsert,
  type WaitingInvitation,
} from "../../../db/invitations/imports/insert-import.ts";
import { endImport } from "../../../db/invitations/imports/write-outcomes.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import type { Contact } from "../../../rules/accounts/normalize-contact.ts";
import { invitationExpiry } from "../../../rules/invitations/invitation-expiry.ts";
import type { InviteeLine } from "../../../rules/invitations/read-invitees.ts";
import type { Bisected } from "../../bisect-rows.ts";
import type { FaultLog } from "../../bisect-work.ts";
import { isolateFaults } from "../../isolate-faults.ts";
import { chosenVersion, type ClientInvite, targetOf } from "../prepare-invite.ts";
import { logFailedLine } from "./fail-lines.ts";

/**
 * Stores a file of people to invite. Each person waits as an invitation without a token, and is invited in slices
 * (`inviteSlice`). At this point only unreadable lines are judged. A line that cannot be stored is FAILED. If the
 * caller disconnects, an actor does the rest (docs/rooms/invitations.md#csv).
 *
 * @throws Refusal VALIDATION_FAILED for a questionnaire that the workspace cannot assign.
 */
export async function beginImport(tx: Tx, input: CsvInvite): Promise<BegunImport> {
  const { workspaceId, invitedByUserId: userId, requestId } = input;
  const formVersionId = await chosenVersion(tx, input);
  const importId = newId();
  const lines = input.lines.map(lineToInsert);
  const createdAt = await clockNow(tx);
  const begun = { id: importId, workspaceId, userId, createdAt };
  await insertImport(tx, begun);
  const insert = (some: readonly LineToInsert[]) =>
    insertLines(tx, begun, {
      lines: some,
      formVersionId,
      language: input.language ?? null,
      expiresAt: invitationExpiry(createdAt),
    });
  const { failed } = await isolateFaults(tx, lines, insert);
  if (failed.length > 0) await insert(failedLines(failed, importId, input.log));
  const waiting = countWaiting(lines) - countWaiting(failed.map(({ item }) => item));
  if (waiting === 0) await endImport(tx, importId);
  else {
    const importBegun = {
      eventId: newId(),
      type: "ClientInvitationImportBegun",
      subjectId: importId,
      version: 0,
      refs: { workspaceId },
    } as const;
    const event = invitationImportActor.wokenBy(importBegun, { importId });
    await appendEvents(tx, [event], { now: createdAt, requestId });
  }
  return { importId, waiting };
}

/** A file of people whom a coach invites. */
export interface CsvInvite extends Omit<ClientInvite, "contact" | "name" | "invitationKey"> {
  readonly lines: readonly InviteeLine[];
}

/** An import that has begun. */
export interface BegunImport {
  readonly importId: string;
  /** Lines without an outcome. */
  readonly waiting: number;
}

const countWaiting = (lines: readonly LineToInsert[]) =>
  lines.filter(({ waiting }) => waiting !== null).length;

/** A line of a file: it has a waiting invitation, or is INVALID. */
function lineToInsert(one: InviteeLine): LineToInsert {
  const { line, fault } = one;
  if (fault !== null)
    return { line: { line, fault, outcome: "INVALID", invitation_id: null }, waiting: null };
  const waiting = waitingInvitation(one);
  return { line: { line, fault, outcome: null, invitation_id: waiting.id }, waiting };
}

/** Lines that could not be stored as they are, as FAILED. */
function failedLines(
  failed: Bisected<LineToInsert, unknown>["failed"],
  importId: string,
  log: FaultLog | undefined,
): readonly LineToInsert[] {
  return failed.map(({ item, fault }) => {
    logFailedLine(log, { importId, line: item.line.line, fault });
    const none = { fault: null, invitation_id: null };
    return { line: { line: item.line.line, outcome: "FAILED", ...none }, waiting: null };
  });
}

/** The invitation of the person on a line; its token is derived when the line is judged. */
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
