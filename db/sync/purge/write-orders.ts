import type { PurgeScopeKind, PurgeTrigger } from "../../../contract/sync/purge-vocabulary.ts";
import { type RecordColumn, records } from "../../records.ts";
import { anyOf, given } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";
import { PurgeOrder } from "../purge-order.ts";

/** An order to be. */
export interface NewPurgeOrder {
  readonly id: string;
  readonly deviceId: string;
  readonly trigger: PurgeTrigger;
  readonly scope: PurgeScopeKind;
  /** The relationship or workspace; the device itself when everything is meant. */
  readonly scopeId: string;
  readonly workspaceId: string | null;
}

const WISH: readonly RecordColumn<keyof NewPurgeOrder>[] = [
  ["id", "uuid"],
  ["deviceId", "uuid"],
  ["trigger", "text"],
  ["scope", "text"],
  ["scopeId", "uuid"],
  ["workspaceId", "uuid"],
];

/**
 * Writes orders in one statement, in the order of their keys; a device that is asked for the same
 * already is not asked again.
 *
 * @returns ids of those that are new.
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
    .select(["wish.workspaceId", "device.lineageId"])
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

/** Orders that still ask for something, in the order in which they are locked. */
function openOrders(tx: Tx) {
  return tables(tx)
    .selectFrom("purgeOrder as o")
    .where("o.acknowledgedAt", "is", null)
    .where("o.withdrawnAt", "is", null)
    .select("o.id")
    .orderBy("o.id")
    .forNoKeyUpdate("o");
}

/** Takes the narrower orders of devices back, for everything is asked for now. */
export async function withdrawNarrowerOrders(
  tx: Tx,
  deviceIds: readonly string[],
  now: Date,
): Promise<void> {
  const narrower = openOrders(tx)
    .where("o.deviceId", "=", anyOf(deviceIds))
    .where("o.scope", "<>", "ALL");
  await tables(tx)
    .updateTable("purgeOrder")
    .set({ withdrawnAt: now })
    .where("id", "in", narrower)
    .execute();
}

/** Takes the orders back that were given because a workspace was closed, to all or to one person. */
export async function withdrawWorkspaceOrders(
  tx: Tx,
  orders: {
    readonly workspaceId: string;
    readonly trigger: PurgeTrigger;
    /** Whose devices; everybody's when null. */
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

/** Keeps the hashes of the tokens that acknowledge orders; the first one stays. */
export async function saveAckTokenHashes(
  tx: Tx,
  tokens: readonly { readonly orderId: string; readonly hash: string }[],
): Promise<void> {
  const token = records(tokens, [
    ["orderId", "uuid"],
    ["hash", "text"],
  ]);
  await tables(tx)
    .updateTable("purgeOrder as o")
    .from(token.as("token"))
    .set(({ ref }) => ({ ackTokenHash: ref("token.hash") }))
    .whereRef("o.id", "=", "token.orderId")
    .where("o.ackTokenHash", "is", null)
    .execute();
}

/** Locks an order; false when there is none. */
export async function lockPurgeOrder(tx: Tx, orderId: string): Promise<boolean> {
  const order = await tables(tx)
    .selectFrom("purgeOrder")
    .where("id", "=", orderId)
    .select("id")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return order !== undefined;
}

/** Writes what a device took away. The caller holds the order, which is not acknowledged yet. */
export async function writeAcknowledgement(
  tx: Tx,
  ack: {
    readonly orderId: string;
    readonly count: number;
    readonly digest: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx.nativeUpdate(
    PurgeOrder,
    { id: ack.orderId },
    { acknowledgedAt: ack.now, purgedCount: ack.count, purgedDigest: ack.digest },
  );
}
