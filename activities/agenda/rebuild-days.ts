import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  invalidateDays,
  listInvalidatedDays,
  listScopesToRebuild,
} from "../../db/agenda/adherence/rebuild.ts";
import { lockScope } from "../../db/lock-scopes.ts";
import { clockNow, transact } from "../../db/transact.ts";
import { projectDays } from "./project-days.ts";

/** Where a rebuild goes on, and for whom. */
export interface RebuildDaysInput {
  /** The relationship that was done last; null to begin. */
  readonly after: string | null;
  /** Only these relationships; null for all. */
  readonly only: readonly string[] | null;
}

/** What one call did. */
export interface RebuiltDays {
  readonly after: string | null;
  readonly dayCount: number;
  readonly relationshipCount: number;
  readonly done: boolean;
}

/** Relationships of one call, at most. */
const PAGE = 50;
/** Days of one transaction: so long a relationship is held. */
const SLICE = 60;
/** A call ends after the relationship in which this has passed. */
const BUDGET_MS = 5_000;

/**
 * Computes the sums of days anew from their tasks, relationship by relationship, in slices under its lock, beside
 * whatever else is going on (docs/rules.md#agenda-day-summary). Days are marked first: wherever it is interrupted,
 * what is not done yet is known by its mark, and doing it again gives the same sums.
 */
export async function rebuildDays(
  em: SqlEntityManager,
  { after, only }: RebuildDaysInput,
  { slice = SLICE }: { readonly slice?: number } = {},
): Promise<RebuiltDays> {
  const until = performance.now() + BUDGET_MS;
  const page = await listScopesToRebuild(em.fork(), { afterId: after, only, limit: PAGE });
  let [dayCount, relationshipCount, last] = [0, 0, after];
  for (const relationshipId of page) {
    dayCount += await rebuildRelationship(em, relationshipId, slice);
    relationshipCount += 1;
    last = relationshipId;
    if (performance.now() >= until) break;
  }
  const done = page.length < PAGE && relationshipCount === page.length;
  return { after: last, dayCount, relationshipCount, done };
}

async function rebuildRelationship(
  em: SqlEntityManager,
  relationshipId: string,
  slice: number,
): Promise<number> {
  await transact(em, async (tx) => {
    await lockScope(tx, relationshipId);
    await invalidateDays(tx, relationshipId, await clockNow(tx));
  });
  let dayCount = 0;
  for (;;) {
    const count = await transact(em, async (tx) => {
      await lockScope(tx, relationshipId);
      const days = await listInvalidatedDays(tx, { relationshipId, limit: slice });
      await projectDays(tx, days, await clockNow(tx));
      return days.length;
    });
    dayCount += count;
    if (count < slice) return dayCount;
  }
}
