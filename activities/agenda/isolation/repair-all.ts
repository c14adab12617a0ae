import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { listToRepair } from "../../../db/agenda/withheld/queries.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { FIRST_ID } from "../../../db/platform/new-id.ts";
import { clockNow, isTrouble } from "../../../db/platform/transactions/transact.ts";
import { repairRelationship, type RepairedRelationship } from "./repair-relationship.ts";

/**
 * Repairs the days of some relationships, or of all that need it, one after the other. One that fails does not stop the
 * others (docs/rooms/agenda.md#withheld-occurrences).
 *
 * @param only the relationships to repair; null for all.
 * @throws a transient database error; the rest must then be retried.
 */
export async function* repairAll(
  em: SqlEntityManager,
  only: readonly string[] | null,
): AsyncGenerator<RepairOutcome> {
  for await (const relationshipId of only ?? toRepair(em))
    yield await repairOne(em, relationshipId);
}

/** The outcome for one relationship: repaired, unknown, or failed with its fault. */
export type RepairOutcome =
  | {
      readonly kind: "REPAIRED";
      readonly relationshipId: string;
      readonly repaired: RepairedRelationship;
    }
  | { readonly kind: "UNKNOWN"; readonly relationshipId: string }
  | {
      readonly kind: "FAILED";
      readonly relationshipId: string;
      readonly failureClass: string;
      readonly fault: unknown;
    };

/** Relationships on one page. */
const PAGE = 100;

async function* toRepair(em: SqlEntityManager): AsyncGenerator<string> {
  let page: readonly string[] = [];
  do {
    const now = await clockNow(em.fork());
    const afterId: string = page.at(-1) ?? FIRST_ID;
    page = await listToRepair(em.fork(), { afterId, now, limit: PAGE });
    yield* page;
  } while (page.length === PAGE);
}

async function repairOne(em: SqlEntityManager, relationshipId: string): Promise<RepairOutcome> {
  try {
    const repaired = await repairRelationship(em, relationshipId);
    if (repaired === null) return { kind: "UNKNOWN", relationshipId };
    return { kind: "REPAIRED", relationshipId, repaired };
  } catch (fault) {
    if (isTrouble(fault)) throw fault;
    return { kind: "FAILED", relationshipId, failureClass: faultClassOf(fault), fault };
  }
}
