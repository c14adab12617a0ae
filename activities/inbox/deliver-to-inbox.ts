import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { SOURCE_KINDS } from "../../contract/inbox/source-vocabulary.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { isWokenBy } from "../../rules/inbox/is-woken-by.ts";
import type { Deliver } from "../outbox/deliver.ts";
import { deliverByRelationship, relationshipOf } from "../outbox/deliver-by-relationship.ts";
import { settleSources } from "./settle-sources.ts";

/**
 * Consumer `inbox`: an event of a relationship may concern a coach. It does not trust the events: it queries the
 * sources, those of all rows in one transaction. Any number of deliveries in any order have the same result.
 */
export function deliverToInbox(em: SqlEntityManager): Deliver {
  return deliverByRelationship((rows) => transact(em, (tx) => settleSources(tx, scanOf(rows))));
}

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
