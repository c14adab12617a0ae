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
import { endImport } from "../../../db/invitations/imports/write-slice.ts";
import {
  type InvitedContacts,
  lockScheduledInvitations,
} from "../../../db/invitations/lock-rows.ts";
import { attempt } from "../../../db/platform/savepoint.ts";
import { clockNow, isIsolating, type Tx } from "../../../db/transact.ts";
import { CoachWorkspace } from "../../../db/workspaces/coach-workspace.ts";
import { lockWorkspace } from "../../../db/workspaces/lock-rows.ts";
import {
  judgeLines,
  type LineLimits,
  type LineToJudge,
} from "../../../rules/invitations/judge-lines.ts";
import { type FaultLog, isNoRowFault } from "../../bisect-work.ts";
import { isolateFaults } from "../../isolate-faults.ts";
import { holdRecipients, sendingLimits } from "../limit-invitations.ts";
import { expireInvitations } from "../prepare-invitation.ts";
import { failLines } from "./fail-lines.ts";
import { keepSlice } from "./keep-slice.ts";

/** One slice of an import. */
export interface SliceOrder {
  readonly importId: string;
  /** Key that tokens are derived, and recipients counted with. */
  readonly invitationKey: Uint8Array;
  /** Null when nobody asks for it any more. */
  readonly requestId: string | null;
  /** Hears of each line that failed by itself. */
  readonly log?: FaultLog | undefined;
}

/** What a slice has done, and what it has left. */
export interface InvitedSlice {
  /** Lines that have their outcomes now. */
  readonly judged: number;
  /** Lines that failed by themselves and still wait, because not even that could be written down. */
  readonly stuck: number;
  /** Null where there is no such import. */
  readonly left: Pick<LockedImport, "createdAt" | "doneAt"> | null;
}

/**
 * Gives the next lines of a file their outcomes, twenty at most, in one transaction with what they come to: limits are
 * judged as they stand by now, and each line as if it were invited alone. Two at once come one after the other, and an
 * outcome that was given stays (docs/rooms/invitations.md#csv). The number of statements does not depend on the lines. A
 * line that fails by itself is FAILED, and holds up no other (docs/rooms/house.md#one-fault).
 */
export async function inviteSlice(tx: Tx, order: SliceOrder): Promise<InvitedSlice> {
  const found = await lockImport(tx, order.importId);
  if (found === null || found.doneAt !== null) return { judged: 0, stuck: 0, left: found };
  const waiting = await listWaitingLines(tx, found.id, CSV_SLICE + 1);
  const slice = waiting.slice(0, CSV_SLICE);
  await lockSlice(tx, slice, { found, order });
  const { failed } = await isolateFaults(tx, slice, (lines) =>
    judgeAndKeep(tx, lines, { found, order }),
  );
  const stuck = await failLines(tx, failed, order);
  const isLast = waiting.length <= CSV_SLICE && stuck === 0;
  const doneAt = isLast ? await endImport(tx, found.id) : null;
  return { judged: slice.length - stuck, stuck, left: { createdAt: found.createdAt, doneAt } };
}

/** What a slice is of. */
interface Sliced {
  readonly found: LockedImport;
  readonly order: SliceOrder;
}

/**
 * Locks what a slice is judged by (docs/architecture.md#lock-order). Bisected, its parts lock nothing more: the second
 * half would come behind what the first has locked.
 */
async function lockSlice(
  tx: Tx,
  slice: readonly WaitingLine[],
  { found, order }: Sliced,
): Promise<void> {
  const { workspaceId, userId } = found;
  const lines = slice.map(lineToJudge);
  const invited = invitedBy(found, lines);
  await lockUser(tx, userId);
  await lockScheduledInvitations(tx, invited);
  await lockWorkspace(tx, workspaceId);
  await expireInvitations(tx, workspaceId, order.log);
  // One that another coach has scheduled since: all others are locked, in their order, before the workspace.
  await lockScheduledInvitations(tx, invited);
  if (!isIsolating(tx)) return;
  const held = await attempt(tx, () => holdRecipients(tx, emailsOf(lines), order.invitationKey));
  if (held.kind === "FAILED" && isNoRowFault(held.fault)) throw held.fault;
}

/** Judges lines by what stands now, those before them included, and writes down what they come to. */
async function judgeAndKeep(
  tx: Tx,
  waiting: readonly WaitingLine[],
  { found, order }: Sliced,
): Promise<void> {
  const lines = waiting.map(lineToJudge);
  const limits = await readLimits(tx, lines, { found, order });
  const now = await clockNow(tx);
  const outcomes = judgeLines(lines, limits, now);
  const judged = waiting.flatMap((line, index) => {
    const outcome = outcomes[index];
    return outcome === undefined ? [] : [{ ...line, judged: outcome }];
  });
  await keepSlice(tx, { ...order, found, lines: judged, now });
}

function lineToJudge({ line, invitationId, targetEmail, targetPhone }: WaitingLine): LineToJudge {
  const [kind, value] =
    targetEmail === null
      ? (["PHONE", targetPhone ?? NO_CONTACT] as const)
      : (["EMAIL", targetEmail] as const);
  return { line, invitationId, contact: value === NO_CONTACT ? null : { kind, value } };
}

function invitedBy({ workspaceId }: LockedImport, lines: readonly LineToJudge[]): InvitedContacts {
  return {
    workspaceId,
    contacts: lines.flatMap(({ contact }) => (contact === null ? [] : [contact])),
  };
}

const emailsOf = (lines: readonly LineToJudge[]) =>
  lines.flatMap(({ contact }) => (contact?.kind === "EMAIL" ? [contact.value] : []));

/** Holds the counts of recipients, the last lock of a slice, and reads what else it is judged by. */
async function readLimits(
  tx: Tx,
  lines: readonly LineToJudge[],
  { found, order }: Sliced,
): Promise<LineLimits> {
  const { workspaceId, userId } = found;
  const invited = invitedBy(found, lines);
  const mailed = await holdRecipients(tx, emailsOf(lines), order.invitationKey);
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
