import { Refusal } from "../../contract/refusal.ts";
import { recordAttempt } from "../../activities/accounts/record-attempt.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { principalOf } from "./principal-of.ts";
import { describeFault } from "../http/describe-fault.ts";
import { codesOf } from "../http/codes-of.ts";
import type { Access } from "./access.ts";
import type { Endpoint, Input } from "../endpoint.ts";

/**
 * Runs an attempt. If its refusal asks for an audit row, writes it in its own transaction after the rollback
 * (docs/rooms/wire.md#failed-attempts). A code that the route does not declare is logged, because the OpenAPI
 * document lacks it.
 */
export async function rememberAttempt<T>(
  endpoint: Endpoint,
  input: AnyInput,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal) await remember(endpoint, input, error);
    throw error;
  }
}

type AnyInput = Input<Access, unknown, unknown, unknown>;

async function remember(endpoint: Endpoint, input: AnyInput, refusal: Refusal): Promise<void> {
  const { code, details } = refusal;
  if (!codesOf(endpoint).includes(code)) {
    input.deps.log.warn({ route: endpoint.path, method: endpoint.method, code }, UNDECLARED);
  }
  if (details.audit !== undefined) await writeAudit(input, details.audit);
}

/** Log message for a code that its route does not declare. */
export const UNDECLARED = "refusal not declared";

type Audit = NonNullable<Refusal["details"]["audit"]>;

/** The caller gets the refusal even if the audit row cannot be written. */
async function writeAudit({ granted, request, deps }: AnyInput, audit: Audit): Promise<void> {
  const { key: actor, userId, provider } = principalOf(granted, request, deps);
  const { requestId } = request;
  try {
    await transact(deps.database.em, (tx) =>
      recordAttempt(tx, { ...audit, actor, userId, provider }),
    );
  } catch (error) {
    deps.log.error({ requestId, fault: describeFault(error) }, "attempt not audited");
  }
}
