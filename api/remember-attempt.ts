import { Refusal } from "../contract/refusal.ts";
import { recordAttempt } from "../activities/identity/record-attempt.ts";
import { transact } from "../db/transact.ts";
import { actorOf } from "./actor-of.ts";
import { describeFault } from "./describe-fault.ts";
import type { Access, Input } from "./endpoint.ts";

type AnyInput = Input<Access, unknown, unknown, unknown>;

/**
 * Runs an attempt and, when its refusal asks for it, writes the audit row: after the refused
 * transaction was rolled back, in one of its own (document 2, "Errors").
 */
export async function rememberAttempt<T>(input: AnyInput, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal && error.details.audit !== undefined) {
      await writeAudit(input, error.details.audit);
    }
    throw error;
  }
}

type Audit = NonNullable<Refusal["details"]["audit"]>;

/** The caller hears of his refusal even when it cannot be written down. */
async function writeAudit({ granted, request, deps }: AnyInput, audit: Audit): Promise<void> {
  const { key: actor, userId, provider } = actorOf(granted, request, deps);
  const { requestId } = request;
  try {
    await transact(deps.database.em, (tx) =>
      recordAttempt(tx, { ...audit, actor, userId, provider }),
    );
  } catch (error) {
    deps.log.error({ requestId, fault: describeFault(error) }, "attempt not audited");
  }
}
