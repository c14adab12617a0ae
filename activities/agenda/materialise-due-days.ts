import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { MAX_SWEPT_SCOPES } from "../../db/lock-scopes.ts";
import { listRelationshipsWithoutAgenda, listZones } from "../../db/plans/running-assignments.ts";
import { clockNow, transact } from "../../db/transact.ts";
import { localDateOf } from "../../rules/local-day.ts";
import { materialiseDay } from "./materialise-day.ts";

/** What one slice of the sweep did. */
export interface MaterialisedSlice {
  readonly taskCount: number;
  /** Relationships that were due; fewer than a full slice means that nobody is left. */
  readonly relationshipCount: number;
  readonly full: boolean;
}

/**
 * One slice of the daily sweep: finds relationships whose local day has begun without its tasks, and
 * makes them in one transaction. Run it again while `full`.
 */
export async function materialiseDueDays(em: SqlEntityManager): Promise<MaterialisedSlice> {
  const reader = em.fork();
  const now = await clockNow(reader);
  const days = (await listZones(reader)).map((timezone) => ({
    timezone,
    localDate: localDateOf(now, timezone),
  }));
  const due = await listRelationshipsWithoutAgenda(reader, days, MAX_SWEPT_SCOPES);
  if (due.length === 0) return { taskCount: 0, relationshipCount: 0, full: false };
  const made = await transact(em, (tx) => materialiseDay(tx, due));
  return {
    taskCount: made.length,
    relationshipCount: due.length,
    full: due.length === MAX_SWEPT_SCOPES,
  };
}
