import { runNamed } from "./pipeline/run-named.ts";
import { clockNow } from "./statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "./transactions/transact.ts";
import { IdempotencyKeyRow } from "./idempotency-key-row.ts";

/**
 * Claims a key for this transaction. It must be the first statement: a second request with the same key waits here
 * until the first has ended.
 *
 * @returns null if the key is now ours, otherwise its stored answer.
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
  return claimed === undefined ? await getStored(tx, scope) : null;
}

/** The parts that make a key unique: its sender, the method and the path. */
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
  /** Ids of the people and records that the answer is about, without its caller. */
  readonly about: readonly string[];
}

/** The stored answer of a claimed key; null if a person that it was about has been erased. */
export type KeptAnswer = Pick<SavedAnswer, "fingerprint" | "status"> & {
  readonly answer: string | null;
};

async function getStored(tx: Tx, scope: KeyScope): Promise<KeptAnswer> {
  const { fingerprint, status, answer } = await tx.findOneOrFail(IdempotencyKeyRow, scope);
  if (status === null) throw new Error("An idempotency key has no answer");
  return { fingerprint, status, answer };
}

/** Stores the answer under the key that this transaction claimed. */
export async function saveAnswer(
  tx: Tx,
  scope: KeyScope,
  { status, answer, about }: Omit<SavedAnswer, "fingerprint">,
): Promise<void> {
  await tx.nativeUpdate(IdempotencyKeyRow, scope, { status, answer, about: [...about] });
}

/** Releases a key that this transaction claimed, because the act is not done yet. */
export async function releaseIdempotencyKey(tx: Tx, scope: KeyScope): Promise<void> {
  await tx.nativeDelete(IdempotencyKeyRow, { ...scope });
}
