import { sql } from "kysely";
import { type Tx, firstRow } from "../transact.ts";

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
}

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
): Promise<SavedAnswer | null> {
  const inserted = await sql`/* named: claim-idempotency-key */
    insert into idempotency_key (caller, method, route, key, fingerprint, created_at)
    values (${scope.caller}, ${scope.method}, ${scope.route}, ${scope.key}, ${fingerprint},
            clock_now())
    on conflict (caller, method, route, key) do nothing
    returning key
  `.execute(tx.getKysely());
  if (inserted.rows.length === 1) return null;
  const kept = await sql<SavedAnswer>`
    select fingerprint, status, answer from idempotency_key where ${isScope(scope)}
  `.execute(tx.getKysely());
  return firstRow(kept.rows);
}

/** Binds the answer to the key that this transaction claimed. */
export async function saveAnswer(
  tx: Tx,
  scope: KeyScope,
  kept: Omit<SavedAnswer, "fingerprint">,
): Promise<void> {
  await sql`/* named: answer-idempotency-key */
    update idempotency_key set status = ${kept.status}, answer = ${kept.answer}
     where ${isScope(scope)}
  `.execute(tx.getKysely());
}

function isScope({ caller, method, route, key }: KeyScope) {
  return sql<boolean>`caller = ${caller} and method = ${method} and route = ${route}
    and key = ${key}`;
}
