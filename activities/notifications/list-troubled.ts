import type { InvitationTrouble } from "../../contract/invitations/vocabulary.ts";
import {
  type GatheringMessage,
  listGathered,
  listUnanswered,
  type UnansweredInvitation,
} from "../../db/notifications/troubled-invitations.ts";
import { lockName } from "../../db/platform/lock-name.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { troubleOf } from "../../rules/invitations/trouble-of.ts";

/** Lists the given invitations that need their coach now, with the reason. */
export async function listTroubled(
  tx: Tx,
  invitations: { readonly coachUserId: string; readonly ids: readonly string[] },
  now: Date,
): Promise<readonly TroubledInvitation[]> {
  const unanswered = await listUnanswered(tx, invitations);
  return unanswered.flatMap((invitation) => {
    const { contact } = invitation;
    const trouble = troubleOf(invitation, now);
    return trouble === null || contact === null ? [] : [{ ...invitation, contact, trouble }];
  });
}

/** An invitation that needs its coach. */
export interface TroubledInvitation extends UnansweredInvitation {
  readonly contact: string;
  readonly trouble: InvitationTrouble;
}

/**
 * The invitations that a message to a coach is about, as they are now: its own, and those of the decisions that joined
 * it. The lock lets no decision join a message that is being sent.
 */
export async function listNoticed(
  tx: Tx,
  occasion: NoticeOccasion,
  now: Date,
): Promise<readonly TroubledInvitation[]> {
  const { recipientUserId: coachUserId, subjectId, decidedAt } = occasion;
  await lockInvitationNotices(tx, coachUserId);
  const ids = decidedAt === null ? [subjectId] : await listGathered(tx, { ...occasion, decidedAt });
  return await listTroubled(tx, { coachUserId, ids }, now);
}

/** A message to a coach; `decidedAt` is null when it is decided for the first time. */
type NoticeOccasion = Omit<GatheringMessage, "decidedAt"> & { readonly decidedAt: Date | null };

/** Lets one transaction at a time decide about messages on the invitations of a coach. */
export async function lockInvitationNotices(tx: Tx, coachUserId: string): Promise<void> {
  await lockName(tx, `invitation notices ${coachUserId}`);
}
