import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { NO_CONTACT } from "../../contract/invitations/vocabulary.ts";
import { invitingCoach } from "../invitations/inviting-coach.ts";
import { anyOf, holds } from "../platform/statements/sql-parts.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { tables } from "../tables.ts";

/** An invitation of a coach that nobody has accepted, revoked or replaced. */
export type UnansweredInvitation = Awaited<ReturnType<typeof listUnanswered>>[number];

/**
 * Lists the given invitations of a coach that still wait for their person, sent or expired. It leaves out those that a
 * newer invitation of the same contact replaces, and those of a workspace that is not active.
 */
export async function listUnanswered(
  tx: Tx,
  { coachUserId, ids }: { readonly coachUserId: string; readonly ids: readonly string[] },
) {
  return await tables(tx)
    .selectFrom("invitation as i")
    .innerJoin("coachWorkspace as w", "w.id", "i.workspaceId")
    .where("i.id", "=", anyOf(ids))
    .where("i.status", "in", ["SCHEDULED", "ACTIVE", "EXPIRED"])
    .where("w.status", "=", "ACTIVE")
    .where((eb) => eb(invitingCoach(eb), "=", coachUserId))
    .where(({ exists, not, ref, selectFrom }) =>
      not(
        exists(
          selectFrom("invitation as newer")
            .whereRef("newer.workspaceId", "=", "i.workspaceId")
            .whereRef("newer.id", ">", "i.id")
            .where("newer.status", "in", ["SCHEDULED", "ACTIVE", "CONSUMED"])
            .where(({ or, eb }) =>
              or([
                eb("newer.targetEmail", "=", ref("i.targetEmail")),
                eb("newer.targetPhone", "=", ref("i.targetPhone")),
              ]),
            )
            .select("newer.id"),
        ),
      ),
    )
    .where(({ eb, fn }) => eb(fn.coalesce("i.targetEmail", "i.targetPhone"), "<>", NO_CONTACT))
    .select(["i.id", "i.workspaceId", "i.status", "i.expiresAt", "i.inviteeName", "i.generation"])
    .select(({ eb, fn, selectFrom }) => [
      fn.coalesce("i.targetEmail", "i.targetPhone").as("contact"),
      holds(
        eb(
          selectFrom("letter as l")
            .whereRef("l.subjectId", "=", "i.id")
            // A reminder repeats a link: whether that arrived is known already.
            .where("l.type", "<>", "ClientInvitationReminded")
            .select("l.status")
            .orderBy("l.eventId", "desc")
            .limit(1),
          "=",
          "FAILED",
        ),
      ).as("mailFailed"),
    ])
    .orderBy("i.expiresAt")
    .orderBy("i.id")
    .execute();
}

/** The coach of an invitation: its sender, or the owner if the sender has left; null if there is no invitation. */
export async function findCoachOf(tx: Tx, invitationId: string): Promise<string | null> {
  const found = await tables(tx)
    .selectFrom("invitation as i")
    .innerJoin("coachWorkspace as w", "w.id", "i.workspaceId")
    .where("i.id", "=", invitationId)
    .select((eb) => invitingCoach(eb).as("userId"))
    .executeTakeFirst();
  return found?.userId ?? null;
}

/**
 * The subjects of a message that gathers others: its own, and those of later decisions that were left to it. The next
 * decision that was deferred begins a message of its own.
 */
export async function listGathered(tx: Tx, first: GatheringMessage): Promise<readonly string[]> {
  const { category, recipientUserId, subjectId, decidedAt } = first;
  const gathered = await tables(tx)
    .selectFrom("notification as n")
    .where("n.recipientUserId", "=", recipientUserId)
    .where("n.category", "=", category)
    .where("n.outcome", "=", "SUPPRESS")
    .where("n.reason", "=", "SENT_TOGETHER")
    .where("n.decidedAt", ">=", decidedAt)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("notification as next")
            .where("next.recipientUserId", "=", recipientUserId)
            .where("next.category", "=", category)
            .where("next.decidedAt", ">", decidedAt)
            .whereRef("next.decidedAt", "<=", "n.decidedAt")
            // Only the first message of several was ever deferred.
            .where("next.deliverAfter", "is not", null)
            .select("next.id"),
        ),
      ),
    )
    .select("n.subjectId")
    .execute();
  return [subjectId, ...gathered.map((one) => one.subjectId)];
}

/** A message that waits for others of its category. */
export interface GatheringMessage {
  readonly category: NotificationCategory;
  readonly recipientUserId: string;
  readonly subjectId: string;
  readonly decidedAt: Date;
}
