import { runNamed } from "../named-query.ts";
import { clockNow } from "../sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";
import { IdempotencyKeyRow } from "./idempotency-key-row.ts";

/** What makes a key unique: who sent it, to which method and path. */
export interface KeyScope {
  readonly caller: string;
  readonly method: string;
  readonly route: string;
  readonly key: string;
}

/** The answer that a key is bound to; `answer` is the JSON text of `data`. */
export interface SavedAnswer {
  readonly fingerprint: string;
  readonly status: number;
  readonly answer: string;
  /** Ids of whom the answer is about, besides its caller. */
  readonly about: readonly string[];
}

/** What a claimed key is bound to; without an answer where somebody was erased whom it was about. */
export type KeptAnswer = Pick<SavedAnswer, "fingerprint" | "status"> & {
  readonly answer: string | null;
};

/**
 * Claims a key for this transaction, whose first statement this is: a second request with the same
 * key waits here until the first has ended.
 *
 * @returns null when the key is ours now, otherwise what it is bound to.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  scope: KeyScope,
  fingerprint: string,
): Promise<KeptAnswer | null> {
  const claim = tables(tx)
    .insertInto("idempotencyKey")
    .values({ ...scope, fingerprint, about: [], createdAt: clockNow })
    .onConflict((conflict) => conflict.columns(["caller", "method", "route", "key"]).doNothing())
    .returning("key");
  const [claimed] = await runNamed(tx, "claim-idempotency-key", claim);
  return claimed === undefined ? await getKept(tx, scope) : null;
}

async function getKept(tx: Tx, scope: KeyScope): Promise<KeptAnswer> {
  const { fingerprint, status, answer } = await tx.findOneOrFail(IdempotencyKeyRow, scope);
  if (status === null) throw new Error("A key is kept with its answer");
  return { fingerprint, status, answer };
}

/** Binds the answer to the key that this transaction claimed. */
export async function saveAnswer(
  tx: Tx,
  scope: KeyScope,
  { status, answer, about }: Omit<SavedAnswer, "fingerprint">,
): Promise<void> {
  await tx.nativeUpdate(IdempotencyKeyRow, scope, { status, answer, about: [...about] });
}

/** Gives a key back that this transaction claimed: what it was claimed for is not done yet. */
export async function releaseIdempotencyKey(tx: Tx, scope: KeyScope): Promise<void> {
  await tx.nativeDelete(IdempotencyKeyRow, { ...scope });
}
