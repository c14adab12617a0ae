import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { SOURCE_KINDS } from "../../contract/inbox/source-vocabulary.ts";
import { faultClassOf } from "../../db/fault-class.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { transact } from "../../db/transact.ts";
import { isWokenBy } from "../../rules/inbox/is-woken-by.ts";
import type { FailedDelivery } from "../../rules/outbox/judge-delivery.ts";
import { bisectWork } from "../bisect-work.ts";
import { NOT_TRIED, type Deliver } from "../outbox/deliver.ts";
import { settleSources } from "./settle-sources.ts";

/**
 * Consumer `inbox`: an event of a relationship may concern a coach. It does not trust the events: it queries the
 * sources, those of all rows in one transaction. Any number of deliveries in any order have the same result.
 */
export function deliverToInbox(em: SqlEntityManager): Deliver {
  return async (rows, stop) => {
    if (stop.aborted) return new Map(rows.map(({ id }) => [id, NOT_TRIED]));
    const byRelationship = Map.groupBy(rows, relationshipOf);
    const failures = new Map<string, FailedDelivery>();
    const note = (some: readonly LeasedRow[], error: unknown) => {
      const failure = { kind: "FAULT", failureClass: faultClassOf(error) } as const;
      for (const { id } of some) failures.set(id, failure);
    };
    const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => byRelationship.get(id) ?? []);
    try {
      await bisectWork([...byRelationship.keys()], {
        together: async (ids) => {
          await transact(em, (tx) => settleSources(tx, scanOf(rowsOf(ids))));
          return ids.length;
        },
        alone: async (id, error) => note(rowsOf([id]), error),
      });
    } catch (error) {
      note(rows, error);
    }
    return failures;
  };
}

/** Every event of this consumer names its relationship. */
const relationshipOf = ({ refs }: LeasedRow) => String(refs["relationshipId"]);

/** The scan that some events cause. The first event of each relationship is recorded as the cause. */
function scanOf(rows: readonly LeasedRow[]) {
  const dates = rows.map(({ refs }) => refs["localDate"]).filter((date) => isDate(date));
  return {
    relationshipIds: [...new Set(rows.map(relationshipOf))],
    kinds: SOURCE_KINDS.filter((kind) => rows.some(({ type }) => isWokenBy(kind, type))),
    oldestDate: dates.toSorted()[0] ?? null,
    causes: new Map(rows.toReversed().map((row) => [relationshipOf(row), row.eventId])),
    requestId: rows[0]?.requestId ?? null,
  };
}

function isDate(date: unknown): date is string {
  return typeof date === "string";
}
