import type { Tx } from "../transact.ts";
import { IdempotencyKeyRow } from "./idempotency-key-row.ts";

/** Forgets what an account was answered under its Idempotency-Keys: nobody can ask again for it. */
export async function forgetAnswers(tx: Tx, userId: string): Promise<void> {
  await tx.nativeDelete(IdempotencyKeyRow, { caller: userId });
}
