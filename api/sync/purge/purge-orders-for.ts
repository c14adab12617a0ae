import { issuePurgeTokens } from "../../../activities/sync/purge/issue-purge-tokens.ts";
import type { TokenedPurgeOrder } from "../../../contract/sync/purge-schema.ts";
import type { WholeOrders } from "../../../db/sync/purge/whole-orders.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { ApiDeps } from "../../api-deps.ts";
import { keyedHash } from "../../keyed-hash.ts";
import { presentPurgeOrder } from "./present-purge-order.ts";
import { secretHash } from "./secret-hash.ts";

/**
 * The orders of ended devices, for an answer that may be the last one a device receives. Only the hashes of their
 * tokens are stored; `revealAckTokens` adds the tokens themselves.
 */
export async function purgeOrdersFor(
  tx: Tx,
  { keys }: ApiDeps,
  whose: WholeOrders,
): Promise<TokenedPurgeOrder[]> {
  const hashOf = (orderId: string) => secretHash(ackToken(keys.invitation, orderId));
  const orders = await issuePurgeTokens(tx, whose, hashOf);
  return orders.map((order) => {
    const { ackTokenExpiresAt } = order;
    return { ...presentPurgeOrder(order), ackToken: null, ackTokenExpiresAt };
  });
}

/** The fields of answers about ended devices. */
interface WithPurgeOrders {
  readonly purgeOrders: readonly TokenedPurgeOrder[];
}

/** Adds the tokens to an answer. They are derived here because they are never stored, not even with the answer. */
export function revealAckTokens<Answer extends WithPurgeOrders>(
  answer: Answer,
  { keys }: ApiDeps,
): Answer {
  const purgeOrders = answer.purgeOrders.map((order) => {
    const used = order.acknowledgedAt !== null;
    return { ...order, ackToken: used ? null : ackToken(keys.invitation, order.orderId) };
  });
  return { ...answer, purgeOrders };
}

/** 256 bits as base64url, derived whenever it is shown. Invitation tokens use the same key with other texts. */
function ackToken(key: Uint8Array, orderId: string): string {
  return keyedHash(key, "sideline purge acknowledgement", orderId);
}
