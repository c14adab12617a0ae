import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { retirePushTokens } from "../../db/notifications/retire-push-tokens.ts";
import {
  type ClaimedDelivery,
  writeDeliveryResults,
} from "../../db/notifications/write-deliveries.ts";
import { inSpan } from "../../db/platform/tracing/spans.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { DeliveryLater } from "../outbox/delivery-later.ts";
import type { DeliveryTry } from "./delivery-try.ts";
import { mailNotification, type Mailing } from "./mail-notification.ts";
import { type PreparedDeliveries, prepareDeliveries } from "./prepare-deliveries.ts";
import { pushNotification } from "./push-notification.ts";
import type { PushSenders } from "./push/push-sender.ts";

/**
 * Consumer `notification-delivery`: sends a notification over its channels, at least once to each target, and records
 * it once. A permanent refusal is recorded with the provider's code, and a dead token is retired. Anything transient
 * is left to the relay's next try.
 *
 * @throws NotificationPending when a transient failure occurred; DeliveryLater when none is due yet.
 */
export async function deliverNotification(
  deps: NotificationDelivering,
  row: Pick<LeasedRow, "subjectId" | "version" | "requestId">,
): Promise<void> {
  const due = { notificationId: row.subjectId, revision: row.version, requestId: row.requestId };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const prepared = await transact(deps.em, (tx) => prepareDeliveries(tx, due));
    if (prepared === null) return;
    if (await tryAll(deps, prepared)) throw new NotificationPending();
    if (prepared.waitMs !== null) throw new DeliveryLater(prepared.waitMs);
  }
  // Every channel failed; only the result is left to record.
  await transact(deps.em, (tx) => prepareDeliveries(tx, due));
}

/** Dependencies of delivering notifications. */
export interface NotificationDelivering extends Mailing {
  readonly em: SqlEntityManager;
  readonly push: PushSenders;
  readonly log: Pick<Logger, "warn">;
}

/** Push first, then e-mail if every push failed. */
const MOST_ROUNDS = 2;

/** Tries the claimed deliveries; returns true if one must be retried. */
async function tryAll(
  deps: NotificationDelivering,
  prepared: PreparedDeliveries,
): Promise<boolean> {
  const { claimed } = prepared;
  if (claimed.length === 0) return false;
  const tried = await Promise.all(claimed.map((delivery) => tryOne(deps, prepared, delivery)));
  const rejected = tried.filter(({ tokenRejected }) => tokenRejected).map(({ id }) => id);
  const ids = claimed.filter(({ id }) => rejected.includes(id)).map(({ targetId }) => targetId);
  await transact(deps.em, async (tx) => {
    await writeDeliveryResults(tx, tried);
    await retirePushTokens(tx, { which: { kind: "IDS", ids }, reason: "REJECTED" });
  });
  return tried.some(({ status }) => status === "PENDING");
}

/** One attempt; every error it throws is treated as transient. */
async function tryOne(
  deps: NotificationDelivering,
  prepared: PreparedDeliveries,
  delivery: ClaimedDelivery,
): Promise<DeliveryTry> {
  const { id, channel } = delivery;
  try {
    const tried =
      channel === "PUSH"
        ? await inSpan("push", () => pushNotification(deps.push, prepared, delivery))
        : await inSpan("e-mail", () => mailNotification(deps, prepared, delivery));
    return { tokenRejected: false, retryAfterSeconds: 0, ...tried, id };
  } catch (error) {
    const failureCode = faultClassOf(error);
    deps.log.warn({ deliveryId: id, channel, failureCode }, "a notification was not sent");
    return { id, status: "PENDING", failureCode, retryAfterSeconds: 0, tokenRejected: false };
  }
}

/** Part of a notification must be retried. */
class NotificationPending extends Error {
  override readonly name = "NotificationPending";
}
