import type { AuthAuditEventType } from "../../contract/accounts/vocabulary.ts";
import {
  INVITATION_MAILS_PER_DAY,
  INVITATIONS_PER_HOUR,
  NEW_COACH_INVITATIONS_PER_DAY,
} from "../../contract/invitations/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import {
  countSendsLeft,
  findSendingPause,
  hasHadClients,
  type SendingLimit,
} from "../../db/invitations/count-open-invitations.ts";
import { countAllWithin, countWithin, lockCounts } from "../../db/platform/count-within.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { recipientKey } from "../../rules/invitations/recipient-key.ts";

/**
 * Counts one more invitation of a coach, of any kind: each is a message that its recipient may not want. The lock on
 * the account serialises calls, so that concurrent ones are counted too. A workspace that no client has joined yet
 * may belong to a stranger who only wants to send mail (docs/rooms/invitations.md#mail).
 *
 * @throws Refusal RATE_LIMITED, audited once an hour.
 */
export async function limitSending(
  tx: Tx,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId: string },
): Promise<void> {
  await lockUser(tx, userId);
  const limits = (await hasHadClients(tx, workspaceId)) ? [OFTEN] : [UNPROVEN, OFTEN];
  for (const limit of limits) {
    const pause = await findSendingPause(tx, { userId, ...limit });
    if (pause !== null) throw tooMany(pause);
  }
}

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const OFTEN: SendingLimit = { limit: INVITATIONS_PER_HOUR, withinSeconds: HOUR_SECONDS };
const UNPROVEN: SendingLimit = {
  limit: NEW_COACH_INVITATIONS_PER_DAY,
  withinSeconds: DAY_SECONDS,
};

/** How many more invitations a coach may send now, and how many beyond that in a day. Their account is locked. */
export async function sendingLimits(
  tx: Tx,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId: string },
): Promise<{ readonly sendsLeft: number; readonly perDay: number }> {
  const [limits, perDay] = (await hasHadClients(tx, workspaceId))
    ? [[OFTEN], OFTEN.limit]
    : [[UNPROVEN, OFTEN], UNPROVEN.limit];
  const left: number[] = [];
  for (const limit of limits) left.push(await countSendsLeft(tx, { userId, ...limit }));
  return { sendsLeft: Math.min(...left), perDay };
}

/**
 * Counts one more invitation mailed to a recipient, by any sender. It is counted within the act, so a refused or
 * rolled back act counts nothing. This is the last lock of an act that invites.
 *
 * @throws Refusal RATE_LIMITED.
 */
export async function limitMailsTo(
  tx: Tx,
  { email, invitationKey }: { readonly email: string | null; readonly invitationKey: Uint8Array },
): Promise<void> {
  if (email === null) return;
  const { count, secondsLeft } = await countWithin(tx, {
    key: await recipientKey(invitationKey, email),
    by: 1,
    seconds: DAY_SECONDS,
  });
  if (count > INVITATION_MAILS_PER_DAY) throw tooMany(secondsLeft);
}

/**
 * Locks the counts of several recipients in order, because a coach of another workspace may invite the same people in
 * another order. This is the last lock of such an act.
 *
 * @returns how often each was mailed within the day, by e-mail.
 */
export async function lockRecipients(
  tx: Tx,
  emails: readonly string[],
  invitationKey: Uint8Array,
): Promise<ReadonlyMap<string, number>> {
  const keys = await Promise.all(emails.map((to) => recipientKey(invitationKey, to)));
  const counts = await lockCounts(tx, keys);
  return new Map(emails.map((to, index) => [to, counts.get(keys[index] ?? "") ?? 0]));
}

/** Counts an e-mail to each of these recipients, whose counts are locked. */
export async function countMailsTo(
  tx: Tx,
  emails: readonly string[],
  invitationKey: Uint8Array,
): Promise<void> {
  const keys = await Promise.all(emails.map((to) => recipientKey(invitationKey, to)));
  await countAllWithin(tx, keys, { by: 1, seconds: DAY_SECONDS });
}

function tooMany(pause: number): Refusal {
  return new Refusal("RATE_LIMITED", {
    retryAfterSeconds: Math.max(1, pause),
    audit: {
      eventType: "INVITATION_REFUSED" satisfies AuthAuditEventType,
      metadata: { code: "RATE_LIMITED", step: "CREATION" },
      onceWithinSeconds: HOUR_SECONDS,
    },
  });
}
