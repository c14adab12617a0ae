import { createHash } from "node:crypto";
import { canonicalForm } from "../contract/canonical-json.ts";
import { Refusal } from "../contract/refusal.ts";
import {
  type KeyScope,
  claimIdempotencyKey,
  saveAnswer,
} from "../db/platform/claim-idempotency-key.ts";
import type { Tx } from "../db/transact.ts";

/** A request as far as its Idempotency-Key is concerned. */
export interface KeyedRequest {
  readonly scope: KeyScope;
  readonly query: unknown;
  readonly body: unknown;
}

/** The answer of an act under a key: JSON text of `data`, and whether it is a repetition. */
export interface KeyedAnswer {
  readonly status: number;
  readonly answer: string;
  readonly replayed: boolean;
}

/**
 * Runs the act at most once per key, in the act's own transaction: a refusal rolls the claim back
 * with everything else, so only answers are ever kept.
 *
 * @throws Refusal IDEMPOTENCY_KEY_REUSED when the key is bound to another request.
 */
export async function oncePerKey(
  tx: Tx,
  request: KeyedRequest,
  run: () => Promise<{ status: number; answer: string }>,
): Promise<KeyedAnswer> {
  const fingerprint = fingerprintOf(request);
  const kept = await claimIdempotencyKey(tx, request.scope, fingerprint);
  if (kept === null) {
    const made = await run();
    await saveAnswer(tx, request.scope, made);
    return { ...made, replayed: false };
  }
  if (kept.fingerprint !== fingerprint) throw new Refusal("IDEMPOTENCY_KEY_REUSED");
  return { status: kept.status, answer: kept.answer, replayed: true };
}

/** Equal for equal requests, whatever the spelling of their JSON. */
function fingerprintOf({ scope, query, body }: KeyedRequest): string {
  const { method, route } = scope;
  const form = canonicalForm({ method, route, query, body: body ?? null });
  return createHash("sha256").update(form).digest("base64url");
}
