import { Refusal } from "../../../contract/refusal.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { findEntangled } from "../../../rules/sync/find-entangled.ts";

/**
 * Refuses a batch in which an operation depends on itself, directly or through others: no order could
 * ever decide it.
 *
 * @throws Refusal VALIDATION_FAILED naming each such operation.
 */
export function refuseEntangled(operations: readonly Operation[]): void {
  const errors = findEntangled(operations).map(({ ordinal, field }) => ({
    pointer: `/operations/${ordinal}/${field}`,
    code: "cyclic",
    message: "An operation cannot depend on itself",
  }));
  if (errors.length > 0) throw new Refusal("VALIDATION_FAILED", { errors });
}
