import type {
  NotificationCategory,
  NotificationChannel,
  NotificationOutcome,
  NotificationReason,
} from "../../contract/notifications/vocabulary.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { Notification } from "./notification.ts";

/** Stores the decision unless its occasion was decided before; true if this call stored it. */
export async function claimNotification(tx: Tx, row: NewNotification): Promise<boolean> {
  const { id, dedupeKey, category, recipientUserId, subjectId, relationshipId } = row;
  const { localDate, timezone, outcome, reason, channels, deliverAfter, decidedAt } = row;
  const claimed = await tables(tx)
    .insertInto("notification")
    .values({
      id,
      dedupeKey,
      category,
      recipientUserId,
      subjectId,
      relationshipId,
      localDate,
      timezone,
      outcome,
      reason,
      channels,
      deliverAfter,
      decidedAt,
      judgedAt: decidedAt,
      revision: 1,
    })
    .onConflict((conflict) => conflict.column("dedupeKey").doNothing())
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The judgement of an occasion. */
export interface Judgement {
  readonly outcome: NotificationOutcome;
  readonly reason: NotificationReason;
  readonly channels: readonly NotificationChannel[];
  readonly deliverAfter: Date | null;
}

/** A decision to store. */
export interface NewNotification extends Judgement {
  readonly id: string;
  readonly dedupeKey: string;
  readonly category: NotificationCategory;
  readonly recipientUserId: string;
  readonly subjectId: string;
  readonly relationshipId: string | null;
  readonly localDate: string | null;
  readonly timezone: string;
  readonly decidedAt: Date;
}

/** The decision on an occasion that was decided before. */
export async function getDecided(tx: Tx, dedupeKey: string) {
  const { id, outcome, reason } = await tx.findOneOrFail(Notification, { dedupeKey });
  return { id, outcome, reason };
}

/** A decision to deliver. */
export type LockedNotification = NonNullable<Awaited<ReturnType<typeof lockNotification>>>;

/** Locks a decision; null if it is no longer stored. */
export async function lockNotification(tx: Tx, id: string) {
  await tables(tx)
    .selectFrom("notification")
    .select("id")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .execute();
  const found = await tables(tx)
    .selectFrom("notification")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return found ?? null;
}

/** Stores a new judgement of a decision; another deferral increments its revision. */
export async function writeJudgement(
  tx: Tx,
  { id, revision }: LockedNotification,
  judgement: Judgement & { readonly timezone: string; readonly judgedAt: Date },
): Promise<void> {
  const { deliverAfter, channels, ...judged } = judgement;
  await tx.nativeUpdate(
    Notification,
    { id },
    {
      ...judged,
      channels: [...channels],
      revision: judged.outcome === "DEFER" ? revision + 1 : revision,
      ...(deliverAfter !== null && { deliverAfter }),
    },
  );
}
