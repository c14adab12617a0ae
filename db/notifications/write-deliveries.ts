import type { DeviceSurface } from "../../contract/accounts/vocabulary.ts";
import type { DeliveryStatus } from "../../contract/notifications/vocabulary.ts";
import { clockNow, secondsAgo } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import { newId } from "../platform/new-id.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { NotificationDelivery } from "./notification-delivery.ts";

/** A delivery and its progress. */
export type DeliveryState = Awaited<ReturnType<typeof listDeliveryStates>>[number];

/** The deliveries of a decision, each with the time until its next attempt. */
export async function listDeliveryStates(tx: Tx, notificationId: string) {
  const states = await tables(tx)
    .selectFrom("notificationDelivery")
    .select(["id", "channel", "status", "nextAttemptAt", clockNow.as("now")])
    .where("notificationId", "=", notificationId)
    .execute();
  return states.map(({ nextAttemptAt, now, ...state }) => ({
    ...state,
    waitMs: Math.max(0, nextAttemptAt.getTime() - now.getTime()),
  }));
}

/** Starts a delivery to each push token of the recipient in this app. */
export async function addPushDeliveries(
  tx: Tx,
  to: {
    readonly notificationId: string;
    readonly userId: string;
    readonly surface: DeviceSurface;
    readonly now: Date;
  },
): Promise<void> {
  const targets = await tables(tx)
    .selectFrom("pushToken as t")
    .innerJoin("appSession as s", "s.id", "t.appSessionId")
    .select("t.id")
    .where("t.userId", "=", to.userId)
    .where("t.surface", "=", to.surface)
    .where("t.status", "=", "ACTIVE")
    .where("s.revokedAt", "is", null)
    .execute();
  const targetIds = targets.map(({ id }) => id);
  await addDeliveries(tx, { ...to, channel: "PUSH", targetIds });
}

/** Starts the delivery by mail, addressed to the recipient by id. */
export async function addMailDelivery(
  tx: Tx,
  to: { readonly notificationId: string; readonly userId: string; readonly now: Date },
): Promise<void> {
  await addDeliveries(tx, { ...to, channel: "MAIL", targetIds: [to.userId] });
}

/** An existing delivery stays unchanged. */
async function addDeliveries(
  tx: Tx,
  to: Pick<NotificationDelivery, "notificationId" | "channel"> & {
    readonly targetIds: readonly string[];
    readonly now: Date;
  },
): Promise<void> {
  const { notificationId, channel, targetIds, now } = to;
  if (targetIds.length === 0) return;
  const begun = { status: "PENDING", attempts: 0, createdAt: now, nextAttemptAt: now } as const;
  await tables(tx)
    .insertInto("notificationDelivery")
    .values(
      targetIds.toSorted().map((targetId) => ({
        ...begun,
        id: newId(),
        notificationId,
        channel,
        targetId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["notificationId", "channel", "targetId"]).doNothing(),
    )
    .execute();
}

/** A delivery that this process may attempt now; the token is null for mail, and if it was retired meanwhile. */
export type ClaimedDelivery = Awaited<ReturnType<typeof claimDeliveries>>[number];

/** An attempt that has not ended after this time may be started again by another process. */
const CLAIM_SECONDS = 30;

/** Claims the pending deliveries whose next attempt is due; no other process attempts them for a while. */
export async function claimDeliveries(tx: Tx, notificationId: string) {
  return await tables(tx)
    .with("claimed", (part) =>
      part
        .updateTable("notificationDelivery")
        .set((delivery) => ({
          attempts: delivery("attempts", "+", 1),
          nextAttemptAt: secondsAgo(-CLAIM_SECONDS),
        }))
        .where("notificationId", "=", notificationId)
        .where("status", "=", "PENDING")
        .where("nextAttemptAt", "<=", clockNow)
        .returning(["id", "channel", "targetId"]),
    )
    .selectFrom("claimed as c")
    .leftJoin("pushToken as t", (join) =>
      join.onRef("t.id", "=", "c.targetId").on("c.channel", "=", "PUSH"),
    )
    .leftJoin("appSession as s", "s.id", "t.appSessionId")
    .select((claimed) => [
      "c.id",
      "c.channel",
      "c.targetId",
      "t.provider",
      "t.surface",
      claimed.case().when("s.revokedAt", "is", null).then(claimed.ref("t.token")).end().as("token"),
    ])
    .orderBy("c.id")
    .execute();
}

/** Outcome of one attempt; PENDING means a retry, not before the given time. */
export interface DeliveryResult {
  readonly id: string;
  readonly status: Extract<DeliveryStatus, "PENDING" | "SENT" | "FAILED">;
  readonly failureCode: string | null;
  /** Delay that the provider asked for. */
  readonly retryAfterSeconds: number;
}

/** Stores outcomes of attempts; a delivery that has ended otherwise meanwhile stays unchanged. */
export async function writeDeliveryResults(
  tx: Tx,
  results: readonly DeliveryResult[],
): Promise<void> {
  const byId = results.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const { id, status, failureCode, retryAfterSeconds } of byId)
    await tables(tx)
      .updateTable("notificationDelivery")
      .set({
        status,
        failureCode,
        nextAttemptAt: secondsAgo(-retryAfterSeconds),
        sentAt: status === "SENT" ? clockNow : null,
      })
      .where("id", "=", id)
      .where("status", "=", "PENDING")
      .execute();
}

/** Cancels deliveries not sent yet, because the decision was revised. */
export async function withdrawDeliveries(
  tx: Tx,
  { notificationId, code }: { readonly notificationId: string; readonly code: string },
): Promise<void> {
  await tx.nativeUpdate(
    NotificationDelivery,
    { notificationId, status: "PENDING" },
    { status: "WITHDRAWN", failureCode: code },
  );
}
