import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Leaving } from "../../../rules/exercises/media/place-free-at.ts";
import { given } from "../../platform/statements/sql-parts.ts";
import { countedAccesses, minutesCounted, placeSince } from "./count-used.ts";

/** Last accesses of the exercises that count, oldest first. One statement. */
export async function listPlacesLeaving(
  em: SqlEntityManager,
  { providerKey, workspaceId, most }: LeavingOf,
): Promise<readonly Date[]> {
  const rows = await countedAccesses(em, providerKey)
    .where("access.accessedAt", ">", placeSince)
    .where((eb) => given(workspaceId, (id) => eb("access.workspaceId", "=", id)))
    .groupBy("access.exerciseId")
    .select(({ fn }) => fn.max("access.accessedAt").as("at"))
    .orderBy("at")
    .limit(most)
    .execute();
  return rows.map(({ at }) => at);
}

/** Selects accesses: all, or those of a workspace. */
export interface LeavingOf {
  readonly providerKey: string;
  readonly workspaceId: string | null;
  /** The most that can be needed: each frees one exercise, or at least one minute. */
  readonly most: number;
}

/** Accesses with their minutes, oldest first. One statement. */
export async function listMinutesLeaving(
  em: SqlEntityManager,
  { providerKey, workspaceId, most }: LeavingOf,
): Promise<readonly Leaving[]> {
  return await countedAccesses(em, providerKey)
    .where((eb) => given(workspaceId, (id) => eb("access.workspaceId", "=", id)))
    .select((eb) => ["access.accessedAt as at", minutesCounted(eb).as("amount")])
    .orderBy("at")
    .limit(most)
    .execute();
}
