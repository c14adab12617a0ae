import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import type { Statement } from "../../../db/platform/pipeline/pipeline.ts";
import type { WorkingCopy } from "../operation-feature.ts";
import { BatchFault } from "./batch-fault.ts";
import type { Outcome } from "./outcome.ts";

/** Outcomes by ordinal, and the changes of the features. */
export interface Decided {
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly changes: Readonly<Record<string, readonly string[]>>;
  readonly events: readonly DomainEvent[];
  /** Statements still to send. Empty for a batch whose faults were isolated, because each part wrote its own. */
  readonly statements: readonly Statement<void>[];
}

/** Outcomes without a change, for example of operations that all crashed. */
export function withoutChanges(outcomes: Decided["outcomes"]): Decided {
  return { outcomes, changes: {}, events: [], statements: [] };
}

/**
 * The outcomes, with the writes of every working copy.
 *
 * @throws BatchFault if a feature cannot say what it writes.
 */
export function withWrites(
  outcomes: Decided["outcomes"],
  copies: Iterable<WorkingCopy<unknown>>,
): Decided {
  try {
    const writes = Array.from(copies, (copy) => copy.writes());
    return writes.reduce<Decided>(
      (sum, one) => merged(sum, { ...one, outcomes: new Map() }),
      withoutChanges(outcomes),
    );
  } catch (cause) {
    throw new BatchFault("A part of the batch failed", { cause });
  }
}

/** Merges two decisions; events and statements of the first come first. */
export function merged(first: Decided, second: Decided): Decided {
  const types = new Set([...Object.keys(first.changes), ...Object.keys(second.changes)]);
  return {
    outcomes: new Map([...first.outcomes, ...second.outcomes]),
    events: [...first.events, ...second.events],
    statements: [...first.statements, ...second.statements],
    changes: Object.fromEntries(
      [...types].map((type) => [
        type,
        [...new Set([...(first.changes[type] ?? []), ...(second.changes[type] ?? [])])],
      ]),
    ),
  };
}
