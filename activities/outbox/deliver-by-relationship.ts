import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";
import { bisectWork } from "../bisect-work.ts";
import { NOT_TRIED, type Deliver } from "./deliver.ts";
import { traceDelivery } from "./trace-delivery.ts";

/**
 * Delivers rows of which each names its relationship. The rows of all relationships are handled together; after a
 * failure they are bisected by relationship (docs/rooms/house.md#one-fault).
 *
 * @param handle handles rows in its own transaction.
 */
export function deliverByRelationship(
  handle: (rows: readonly LeasedRow[]) => Promise<unknown>,
): Deliver {
  return async (rows, stop) => {
    if (stop.aborted) return new Map(rows.map(({ id }) => [id, NOT_TRIED]));
    const byRelationship = Map.groupBy(rows, relationshipOf);
    const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => byRelationship.get(id) ?? []);
    const failures = new Map<string, FailedDelivery>();
    const fail = (some: readonly LeasedRow[], error: unknown) => {
      const failure = { kind: "FAULT", failureClass: faultClassOf(error) } as const;
      for (const { id } of some) failures.set(id, failure);
    };
    try {
      await bisectWork([...byRelationship.keys()], {
        together: async (ids) => {
          const some = rowsOf(ids);
          await traceDelivery(some, () => handle(some));
          return ids.length;
        },
        alone: async (id, error) => fail(rowsOf([id]), error),
      });
    } catch (error) {
      fail(rows, error);
    }
    return failures;
  };
}

/** The relationship that a row names. */
export function relationshipOf({ refs }: Pick<LeasedRow, "refs">): string {
  return String(refs["relationshipId"]);
}
