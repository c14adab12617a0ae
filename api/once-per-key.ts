import { createHash } from "node:crypto";
import { canonicalForm } from "../contract/canonical-form.ts";
import { Refusal } from "../contract/refusal.ts";
import {
  type KeyScope,
  type SavedAnswer,
  claimIdempotencyKey,
  saveAnswer,
} from "../db/platform/claim-idempotency-key.ts";
import type { Tx } from "../db/platform/transactions/transact.ts";

/**
 * Runs the act at most once per key, in the act's own transaction. A refusal rolls back the claim too, so only
 * answers are stored.
 *
 * @throws Refusal IDEMPOTENCY_KEY_REUSED if the key is bound to another request. ANSWER_ERASED if its answer was about
 *   a person who has been erased.
 */
export async function oncePerKey(
  tx: Tx,
  request: KeyedRequest,
  run: () => Promise<Omit<SavedAnswer, "fingerprint">>,
): Promise<KeyedAnswer> {
  const { scope, fingerprint } = request;
  const claimed = await claimIdempotencyKey(tx, scope, fingerprint);
  if (claimed === null) {
    const made = await run();
    await saveAnswer(tx, scope, made);
    return { status: made.status, answer: made.answer, replayed: false };
  }
  if (claimed.fingerprint !== fingerprint) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
  if (claimed.answer === null) throw new Refusal("ANSWER_ERASED");
  return { status: claimed.status, answer: claimed.answer, replayed: true };
}

/** The parts of a request that its Idempotency-Key is bound to. */
export interface KeyedRequest {
  readonly scope: KeyScope;
  /** Equal for equal requests, however their JSON is formatted. */
  readonly fingerprint: string;
}

/** Computed before the transaction opens: it takes longer for larger bodies. */
export function keyedRequestOf(
  scope: KeyScope,
  { query, body = null }: { readonly query: unknown; readonly body: unknown },
): KeyedRequest {
  const { method, route } = scope;
  const form = canonicalForm({ method, route, query, body });
  return { scope, fingerprint: createHash("sha256").update(form).digest("base64url") };
}

/** The answer of an act with a key: JSON text of `data`, and whether it is a replay. */
export interface KeyedAnswer {
  readonly status: number;
  readonly answer: string;
  readonly replayed: boolean;
}
