import { FIRST_GENERATION } from "../../../contract/invitations/vocabulary.ts";
import { raiseCoachOnboarding } from "../../../db/accounts/profiles/raise-coach-onboarding.ts";
import type { LockedImport, WaitingLine } from "../../../db/invitations/imports/load-slice.ts";
import {
  dropWaiting,
  type Sending,
  writeNames,
  writeOutcomes,
  writeSendings,
} from "../../../db/invitations/imports/write-outcomes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import {
  deriveInvitationToken,
  invitationTokenHash,
} from "../../../rules/invitations/derive-invitation-token.ts";
import { invitationExpiry } from "../../../rules/invitations/invitation-expiry.ts";
import type { JudgedLine } from "../../../rules/invitations/judge-lines.ts";
import { emitInvitationEvents, type SliceNews } from "../emit-invitation-event.ts";
import { countMailsTo } from "../limit-sending.ts";

/** Stores the results of a slice: outcomes, invitations, counts of recipients, events and audit. */
export async function keepSlice(tx: Tx, slice: JudgedSlice): Promise<void> {
  const { found, lines, invitationKey, requestId, now } = slice;
  const { id: importId, workspaceId, userId: byUserId } = found;
  const sendings = await Promise.all(
    lines.flatMap((one) => (isSent(one) ? [sendingOf(one, slice)] : [])),
  );
  await writeSendings(tx, sendings, now);
  await writeNames(tx, namesOf(lines), now);
  await writeOutcomes(
    tx,
    importId,
    lines.map(({ line, judged: { outcome, invitation, sendAt, fault } }) => ({
      line,
      outcome,
      fault,
      invitation_id: invitation?.id ?? null,
      send_at: sendAt,
    })),
  );
  await dropWaiting(
    tx,
    lines.flatMap((one) => (isOwn(one) ? [] : [one.invitationId])),
  );
  const mailed = lines.flatMap(({ judged, targetEmail }) =>
    judged.outcome === "INVITED" && targetEmail !== null ? [targetEmail] : [],
  );
  await countMailsTo(tx, mailed, invitationKey);
  const news = lines.flatMap((one): SliceNews[] => {
    const { invitation, outcome } = one.judged;
    if (invitation === null || !isSent(one)) return [];
    const shared = { invitation: { ...invitation, workspaceId } };
    if (outcome === "INVITED") return [{ ...shared, type: "ClientInvited", availableAt: now }];
    // Starts one actor a second, so that a file does not start all of them at the same moment.
    const availableAt = new Date(now.getTime() + one.line * 1_000);
    return [{ ...shared, type: "ClientInvitationScheduled", availableAt }];
  });
  if (news.length > 0) await raiseCoachOnboarding(tx, { userId: byUserId, to: "COMPLETED" });
  await emitInvitationEvents(tx, news, { byUserId, requestId, now });
}

/** A slice that was judged. */
export interface JudgedSlice {
  readonly found: LockedImport;
  readonly lines: readonly JudgedWaitingLine[];
  readonly invitationKey: Uint8Array;
  readonly requestId: string | null;
  readonly now: Date;
}

/** A line with its waiting invitation and its outcome. */
export interface JudgedWaitingLine extends WaitingLine {
  readonly judged: JudgedLine;
}

/** True if the outcome of a line is the invitation that waited for it. */
function isOwn({ invitationId, judged }: JudgedWaitingLine): boolean {
  return judged.invitation?.id === invitationId;
}

/** True if a line causes a new e-mail, now or later. */
function isSent(one: JudgedWaitingLine): boolean {
  const { outcome } = one.judged;
  return outcome === "INVITED" || (outcome === "SCHEDULED" && isOwn(one));
}

async function sendingOf(
  one: JudgedWaitingLine,
  { invitationKey, now }: Pick<JudgedSlice, "invitationKey" | "now">,
): Promise<Sending> {
  const { invitation, sendAt } = one.judged;
  const id = invitation?.id ?? one.invitationId;
  const status = sendAt === null ? "ACTIVE" : "SCHEDULED";
  const sending = {
    id,
    status,
    send_at: sendAt,
    expires_at: invitationExpiry(sendAt ?? now),
  } as const;
  if (!isOwn(one)) return { ...sending, token_hash: null };
  const token = await deriveInvitationToken(invitationKey, { id, generation: FIRST_GENERATION });
  return { ...sending, token_hash: await invitationTokenHash(token) };
}

/** The name that a line gives to a person with another invitation; the first one counts. */
function namesOf(lines: readonly JudgedWaitingLine[]) {
  const names = new Map<string, string>();
  for (const one of lines) {
    const { inviteeName, judged } = one;
    if (inviteeName === null || judged.invitation === null || isOwn(one)) continue;
    if (!names.has(judged.invitation.id)) names.set(judged.invitation.id, inviteeName);
  }
  return [...names].map(([id, invitee_name]) => ({ id, invitee_name }));
}
