import { discardStatements } from "../centre/discard/discard-statements.ts";
import type { PartContext } from "../parts/part-context.ts";
import type { Statement } from "../ports/sql.ts";

/** Discards these saves. The person has decided about their answers, so there is no undo. */
export function endedSaves(
  { core, scopeId }: PartContext,
  ids: readonly string[],
): readonly Statement[] {
  const [first, ...others] = ids;
  if (first === undefined) return [];
  const now = core.ports.clock.now();
  return discardStatements(scopeId, {
    ids: [first, ...others],
    now,
    undoUntil: now,
    mayHaveArrived: false,
  });
}
