import {
  CSV_SLICE,
  NO_CONTACT,
  OPEN_INVITATIONS,
} from "../../../contract/invitations/vocabulary.ts";
import { lockUser } from "../../../db/accounts/guard/lock-rows.ts";
import { User } from "../../../db/accounts/user.ts";
import {
  countOpenInvitations,
  countScheduledInvitations,
} from "../../../db/invitations/count-invitations.ts";
import {
  listClientContacts,
  listKnownInvitations,
  listWaitingLines,
  type LockedImport,
  lockImport,
  type WaitingLine,
} from "../../../db/invitations/imports/load-slice.ts";
import { lockScheduledInvitations } from "../../../db/invitations/lock-rows.ts";
import { storeExpiredInvitations } from "../../../db/invitations/store-expired-invitations.ts";
import { clockNow, type Tx } from "../../../db/transact.ts";
import { CoachWorkspace } from "../../../db/workspaces/coach-workspace.ts";
import { lockWorkspace } from "../../../db/workspaces/lock-rows.ts";
import {
  judgeLines,
  type LineLimits,
  type LineToJudge,
} from "../../../rules/invitations/judge-lines.ts";
import { holdRecipients, sendingLimits } from "../limit-invitations.ts";
import { keepSlice } from "./keep-slice.ts";

/** One slice of an import. */
export interface SliceOrder {
  readonly importId: string;
  /** Key that tokens are derived, and recipients counted with. */
  readonly invitationKey: Uint8Array;
  /** Null when nobody asks for it any more. */
  readonly requestId: string | null;
}

/** What a slice has done, and what it has left. */
export interface InvitedSlice {
  readonly judged: number;
  /** Null where there is no such import. */
  readonly left: Pick<LockedImport, "createdAt" | "doneAt"> | null;
}

/**
 * Gives the next lines of a file their outcomes, twenty at most, in one transaction with what they come to: limits are
 * judged as they stand by now, and each line as if it were invited alone. Two at once come one after the other, and an
 * outcome that was given stays (docs/rules.md#invitations-csv). The number of statements does not depend on the lines.
 */
export async function inviteSlice(tx: Tx, order: SliceOrder): Promise<InvitedSlice> {
  const found = await lockImport(tx, order.importId);
  if (found === null || found.doneAt !== null) return { judged: 0, left: found };
  const waiting = await listWaitingLines(tx, found.id, CSV_SLICE + 1);
  const slice = waiting.slice(0, CSV_SLICE);
  const lines = slice.map(lineToJudge);
  const limits = await lockLimits(tx, { found, lines, order });
  const now = await clockNow(tx);
  const isLast = waiting.length <= CSV_SLICE;
  const outcomes = judgeLines(lines, limits, now);
  const judged = slice.flatMap((line, index) => {
    const outcome = outcomes[index];
    return outcome === undefined ? [] : [{ ...line, judged: outcome }];
  });
  await keepSlice(tx, { found, lines: judged, isLast, now, ...order });
  const { createdAt } = found;
  return { judged: slice.length, left: { createdAt, doneAt: isLast ? now : null } };
}

function lineToJudge({ line, invitationId, targetEmail, targetPhone }: WaitingLine): LineToJudge {
  const [kind, value] =
    targetEmail === null
      ? (["PHONE", targetPhone ?? NO_CONTACT] as const)
      : (["EMAIL", targetEmail] as const);
  return { line, invitationId, contact: value === NO_CONTACT ? null : { kind, value } };
}

interface Limited {
  readonly found: LockedImport;
  readonly lines: readonly LineToJudge[];
  readonly order: SliceOrder;
}

/** Locks what a slice is judged by (docs/architecture.md#lock-order), and reads it. */
async function lockLimits(tx: Tx, { found, lines, order }: Limited): Promise<LineLimits> {
  const { workspaceId, userId } = found;
  const contacts = lines.flatMap(({ contact }) => (contact === null ? [] : [contact]));
  const invited = { workspaceId, contacts };
  await lockUser(tx, userId);
  await lockScheduledInvitations(tx, invited);
  await lockWorkspace(tx, workspaceId);
  const emails = contacts.flatMap(({ kind, value }) => (kind === "EMAIL" ? [value] : []));
  const mailed = await holdRecipients(tx, emails, order.invitationKey);
  await storeExpiredInvitations(tx, workspaceId);
  // One that another coach has scheduled since: all others are locked, in their order, before the workspace.
  await lockScheduledInvitations(tx, invited);
  const workspace = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  const coach = await tx.findOneOrFail(User, userId);
  const mayAct = workspace.status === "ACTIVE" && coach.status === "ACTIVE";
  const { sendsLeft, perDay } = await sendingLimits(tx, found);
  const standing = await listKnownInvitations(tx, invited);
  return {
    clients: new Set(await listClientContacts(tx, invited)),
    standing: new Map(
      standing.map(({ contact, status, ...one }) => [
        contact,
        { ...one, isScheduled: status === "SCHEDULED" },
      ]),
    ),
    openLeft: OPEN_INVITATIONS - (await countOpenInvitations(tx, workspaceId)),
    // What cannot be sent now is scheduled: its own actor waits until it can (`sendScheduled`).
    sendsLeft: mayAct ? sendsLeft : 0,
    mailed,
    scheduled: { before: await countScheduledInvitations(tx, found), perDay },
  };
}
