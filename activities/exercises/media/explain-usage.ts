import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type Counted, countUsed } from "../../../db/exercises/media/count-used.ts";
import {
  listMinutesLeaving,
  listPlacesLeaving,
} from "../../../db/exercises/media/list-places-leaving.ts";
import { type AllowanceRow, listAllowances } from "../../../db/exercises/media/queries.ts";
import { minutesFreeAt, placeFreeAt } from "../../../rules/exercises/media/place-free-at.ts";
import { ownLimits, type PlanLimits } from "../../../rules/exercises/media/judge-media-quota.ts";

/** Counts the usage of each provider as its next session would. */
export async function explainUsage(em: SqlEntityManager): Promise<readonly ExplainedUsage[]> {
  const rows = await listAllowances(em);
  return await Promise.all(rows.map((row) => explain(em.fork(), row)));
}

/** The usage of a provider's media, and when places become free. */
export interface ExplainedUsage {
  readonly row: AllowanceRow;
  readonly counted: Counted;
  readonly own: PlanLimits;
  readonly placeFreeAt: Date | null;
  readonly minutesFreeAt: Date | null;
}

async function explain(em: SqlEntityManager, row: AllowanceRow): Promise<ExplainedUsage> {
  const { providerKey } = row;
  const counted = await countUsed(em, {
    providerKey,
    workspaceId: null,
    exerciseId: null,
    until: null,
  });
  const oldest = { providerKey, workspaceId: null, most: 1 };
  return {
    row,
    counted,
    own: ownLimits({
      configured: { exercises: row.mediaUniqueLimit, minutes: row.videoMinutesLimit },
      reported: { exercises: row.toldUniqueLimit, minutes: row.toldMinutesLimit },
    }),
    placeFreeAt: placeFreeAt(await listPlacesLeaving(em, oldest), 1),
    minutesFreeAt: minutesFreeAt(await listMinutesLeaving(em, oldest), 1),
  };
}
