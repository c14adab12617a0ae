import type { PurgeContent } from "../../../contract/sync/purge-schema.ts";
import type {
  PurgeQueue,
  PurgeScopeKind,
  PurgeTrigger,
} from "../../../contract/sync/purge-vocabulary.ts";
import { type RecordColumn, records } from "../../platform/statements/records.ts";
import { given } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { PurgeOrder } from "../purge-order.ts";

/**
 * Inserts orders in one statement, ordered by their keys; a device with an equal open order gets no other one.
 *
 * @returns ids of the new ones.
 */
export async function insertPurgeOrders(
  tx: Tx,
  orders: readonly NewPurgeOrder[],
  now: Date,
): Promise<readonly string[]> {
  const wishes = tables(tx)
    .selectFrom(records(orders, WISH).as("wish"))
    .innerJoin("device", "device.id", "wish.deviceId")
    .select(["wish.id", "wish.deviceId", "wish.trigger", "wish.scope", "wish.scopeId"])
    .select(["wish.workspaceId", "wish.queue", "device.lineageId"])
    .select(({ val }) => val(now).as("orderedAt"))
    .orderBy("device.id")
    .orderBy("wish.scopeId");
  const rows = await tables(tx)
    .insertInto("purgeOrder")
    .columns([
      "id",
      "deviceId",
      "trigger",
      "scope",
      "scopeId",
      "workspaceId",
      "queue",
      "lineageId",
      "orderedAt",
    ])
    .expression(wishes)
    .onConflict((on) =>
      on
        .columns(["deviceId", "scopeId"])
        .where("acknowledgedAt", "is", null)
        .where("withdrawnAt", "is", null)
        .doNothing(),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** An order to insert. */
export interface NewPurgeOrder {
  readonly id: string;
  readonly deviceId: string;
  readonly trigger: PurgeTrigger;
  readonly scope: PurgeScopeKind;
  /** The relationship or workspace; the device itself if everything is to be deleted. */
  readonly scopeId: string;
  readonly workspaceId: string | null;
  readonly queue: PurgeQueue;
}

const WISH: readonly RecordColumn<keyof NewPurgeOrder>[] = [
  ["id", "uuid"],
  ["deviceId", "uuid"],
  ["trigger", "text"],
  ["scope", "text"],
  ["scopeId", "uuid"],
  ["workspaceId", "uuid"],
  ["queue", "text"],
];

/** Orders still to be acknowledged, in locking order. */
function openOrders(tx: Tx) {
  return tables(tx)
    .selectFrom("purgeOrder as o")
    .where("o.acknowledgedAt", "is", null)
    .where("o.withdrawnAt", "is", null)
    .select("o.id")
    .orderBy("o.id")
    .forNoKeyUpdate("o");
}

/** The extent of an order: its scope, and what happens to the queue. */
export type PurgeExtent = Pick<NewPurgeOrder, "deviceId" | "scope" | "scopeId" | "queue">;

/**
 * Withdraws open orders that the new ones include: those of the same scope, or of any scope if everything is to be
 * deleted. An order that deletes the queue is never included in one that keeps it.
 */
export async function withdrawCoveredOrders(
  tx: Tx,
  extents: readonly PurgeExtent[],
  now: Date,
): Promise<void> {
  const wish = records(extents, [
    ["deviceId", "uuid"],
    ["scope", "text"],
    ["scopeId", "uuid"],
    ["queue", "text"],
  ]);
  const covered = openOrders(tx)
    .innerJoin(wish.as("wish"), "wish.deviceId", "o.deviceId")
    .where(({ eb, or, ref }) =>
      or([eb("wish.scope", "=", "ALL"), eb("wish.scopeId", "=", ref("o.scopeId"))]),
    )
    .where(({ eb, or }) => or([eb("wish.queue", "=", "DELETE"), eb("o.queue", "=", "KEEP")]))
    .where(({ eb, or, ref }) =>
      or([eb("wish.scopeId", "<>", ref("o.scopeId")), eb("wish.queue", "<>", ref("o.queue"))]),
    );
  await tables(tx)
    .updateTable("purgeOrder")
    .set({ withdrawnAt: now })
    .where("id", "in", covered)
    .execute();
}

/** Withdraws the orders given because a workspace was closed, for all users or for one. */
export async function withdrawWorkspaceOrders(
  tx: Tx,
  orders: {
    readonly workspaceId: string;
    readonly trigger: PurgeTrigger;
    /** Owner of the devices; null for all. */
    readonly userId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { workspaceId, trigger, userId, now } = orders;
  const withdrawn = openOrders(tx)
    .innerJoin("device as d", "d.id", "o.deviceId")
    .where("o.workspaceId", "=", workspaceId)
    .where("o.trigger", "=", trigger)
    .where((eb) => given(userId, (id) => eb("d.userId", "=", id)));
  await tables(tx)
    .updateTable("purgeOrder")
    .set({ withdrawnAt: now })
    .where("id", "in", withdrawn)
    .execute();
}

/** Stores the hashes of the tokens that acknowledge orders; an existing one stays. */
export async function saveAckTokenHashes(
  tx: Tx,
  tokens: readonly { readonly orderId: string; readonly hash: string }[],
): Promise<void> {
  const token = records(tokens, [
    ["orderId", "uuid"],
    ["hash", "text"],
  ]);
  await tables(tx)
    .with("locked", (part) =>
      part
        .selectFrom("purgeOrder as o")
        .innerJoin(token.as("token"), "token.orderId", "o.id")
        .where("o.ackTokenHash", "is", null)
        .select(["o.id", "token.hash"])
        .orderBy("o.id")
        .forNoKeyUpdate("o"),
    )
    .updateTable("purgeOrder as o")
    .from("locked")
    .set(({ ref }) => ({ ackTokenHash: ref("locked.hash") }))
    .whereRef("o.id", "=", "locked.id")
    .execute();
}

/** Locks an order; false if there is none. */
export async function lockPurgeOrder(tx: Tx, orderId: string): Promise<boolean> {
  const order = await tables(tx)
    .selectFrom("purgeOrder")
    .where("id", "=", orderId)
    .select("id")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return order !== undefined;
}

/** Stores what a device deleted. The caller has locked the order, which is not acknowledged yet. */
export async function writeAcknowledgement(
  tx: Tx,
  ack: PurgeContent & { readonly orderId: string; readonly now: Date },
): Promise<void> {
  const { orderId: id, now: acknowledgedAt, count, digest, ...operations } = ack;
  const acknowledgement = {
    acknowledgedAt,
    purgedCount: count,
    purgedDigest: digest,
    ...operations,
  };
  await tx.nativeUpdate(PurgeOrder, { id }, acknowledgement);
}
