import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { countActorFailure } from "../../db/outbox/actor-rows.ts";
import { transact } from "../../db/transact.ts";
import { doublingPause, SETTLE_PAUSES } from "../../rules/outbox/doubling-pause.ts";

/**
 * An actor's settling act that writes down when it failed: its actor tries again by itself after a
 * pause, and the sweep leaves it alone until then. Should this fail too, the sweep tells it once more.
 */
export async function settling<Agenda>(
  { em, workflowId }: { readonly em: SqlEntityManager; readonly workflowId: string },
  settle: () => Promise<Agenda>,
): Promise<Agenda> {
  try {
    return await settle();
  } catch (error) {
    const pauseOf = (failures: number) => doublingPause(failures, SETTLE_PAUSES);
    const noting = transact(em, (tx) => countActorFailure(tx, workflowId, pauseOf));
    await noting.catch(() => undefined);
    throw error;
  }
}
