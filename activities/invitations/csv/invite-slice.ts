import {
  CSV_SLICE,
  NO_CONTACT,
  OPEN_INVITATIONS,
} from "../../../contract/invitations/vocabulary.ts";
import { lockUser } from "../../../db/accounts/guard/lock-user.ts";
import { User } from "../../../db/accounts/user.ts";
import {
  countOpenInvitations,
  countScheduledInvitations,
} from "../../../db/invitations/count-open-invitations.ts";
import {
  listClientContacts,
  listKnownInvitations,
  listWaitingLines,
  type LockedImport,
  lockImport,
  type WaitingLine,
} from "../../../db/invitations/imports/load-slice.ts";
import { listMemberContacts } from "../../../db/invitations/list-member-contacts.ts";
import { endImport } from "../../../db/invitations/imports/write-outcomes.ts";
import {
  type InvitedContacts,
  lockScheduledInvitations,
} from "../../../db/invitations/lock-invitation.ts";
import { attempt } from "../../../db/platform/transactions/attempt.ts";
import { clockNow, isIsolating, type Tx } from "../../../db/platform/transactions/transact.ts";
import { CoachWorkspace } from "../../../db/workspaces/coach-workspace.ts";
import { lockWorkspace } from "../../../db/workspaces/lock-workspace.ts";
import {
  judgeLines,
  type LineLimits,
  type LineToJudge,
} from "../../../rules/invitations/judge-lines.ts";
import { type FaultLog, isNoRowFault } from "../../bisect-work.ts";
import { isolateFaults } from "../../isolate-faults.ts";
import { lockRecipients, sendingLimits } from "../limit-sending.ts";
import { expireInvitations } from "../prepare-invite.ts";
import { failLines } from "./fail-lines.ts";
import { keepSlice } from "./keep-slice.ts";

/**
 * Judges the next lines of a file, twenty at most, and writes the results in the same transaction. Present limits
 * apply, and each line is judged as if it were invited alone. Concurrent calls are serialised, and an outcome never
 * changes (docs/rooms/invitations.md#csv). The number of statements does not depend on the number of lines. A line that
 * fails is FAILED and does not delay the others (docs/rooms/house.md#one-fault).
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

/** One slice of an import. */
export interface SliceOrder {
  readonly importId: string;
  /** Key to derive tokens and to count recipients. */
  readonly invitationKey: Uint8Array;
  /** Null if no request waits for it any more. */
  readonly requestId: string | null;
  /** Log for each line that failed. */
  readonly log?: FaultLog | undefined;
}

/** The result of a slice, and the rest of the import. */
export interface InvitedSlice {
  /** Lines that now have an outcome. */
  readonly judged: number;
  /** Lines that failed and still wait, because not even that could be stored. */
  readonly stuck: number;
  /** Null if there is no such import. */
  readonly left: Pick<LockedImport, "createdAt" | "doneAt"> | null;
}

/** The import and the order of a slice. */
interface Sliced {
  readonly found: LockedImport;
  readonly order: SliceOrder;
}

/**
 * Takes the locks of a slice (docs/architecture.md#lock-order). When the slice is bisected, its parts take no further
 * locks: the second half would lock out of order.
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
  // Includes invitations that another coach has scheduled since; all others were locked, in order, before the
  // workspace.
  await lockScheduledInvitations(tx, invited);
  if (!isIsolating(tx)) return;
  const locked = await attempt(tx, () => lockRecipients(tx, emailsOf(lines), order.invitationKey));
  if (locked.kind === "FAILED" && isNoRowFault(locked.fault)) throw locked.fault;
}

/** Judges lines by the present state, including the lines before them, and stores the results. */
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

/** Locks the counts of recipients, the last lock of a slice, and reads the other limits. */
async function readLimits(
  tx: Tx,
  lines: readonly LineToJudge[],
  { found, order }: Sliced,
): Promise<LineLimits> {
  const { workspaceId, userId } = found;
  const invited = invitedBy(found, lines);
  const mailed = await lockRecipients(tx, emailsOf(lines), order.invitationKey);
  const workspace = await tx.findOneOrFail(CoachWorkspace, workspaceId);
  const coach = await tx.findOneOrFail(User, userId);
  const mayAct = workspace.status === "ACTIVE" && coach.status === "ACTIVE";
  const { sendsLeft, perDay } = await sendingLimits(tx, found);
  const known = await listKnownInvitations(tx, invited);
  return {
    clients: new Set(await listClientContacts(tx, invited)),
    members: new Set(await listMemberContacts(tx, invited)),
    known: new Map(
      known.map(({ contact, status, ...one }) => [
        contact,
        { ...one, isScheduled: status === "SCHEDULED" },
      ]),
    ),
    openLeft: OPEN_INVITATIONS - (await countOpenInvitations(tx, workspaceId)),
    // An invitation that cannot be sent now is scheduled; its own actor waits until it can be sent (`sendScheduled`).
    sendsLeft: mayAct ? sendsLeft : 0,
    mailed,
    scheduled: { before: await countScheduledInvitations(tx, found), perDay },
  };
}
