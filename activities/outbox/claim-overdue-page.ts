import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { faultClassOf } from "../../db/platform/transactions/fault-class.ts";
import {
  claimOverdueActors,
  listOverdueActors,
  type OverduePage,
} from "../../db/outbox/claim-overdue-actors.ts";
import { type FaultLog, bisectWork, isNoRowFault } from "../bisect-work.ts";

/**
 * Claims a page of overdue actors. An actor whose row fails is woken too, but not marked, so it does not delay the
 * others (docs/rooms/house.md#one-fault). The caller skips it until its next round.
 */
export async function claimOverduePage(
  em: SqlEntityManager,
  page: OverduePage,
  log: FaultLog | undefined,
): Promise<ClaimedPage> {
  try {
    return { workflowIds: await claimOverdueActors(em.fork(), page), unmarked: [] };
  } catch (error) {
    if (isNoRowFault(error)) throw error;
  }
  const claimed: string[] = [];
  const unmarked: string[] = [];
  await bisectWork(
    await listOverdueActors(em.fork(), page),
    {
      async together(ids) {
        const some = await claimOverdueActors(em.fork(), page, ids);
        claimed.push(...some);
        return some.length;
      },
      async alone(workflowId, error) {
        const failureClass = faultClassOf(error);
        log?.error({ workflowId, failureClass, err: error }, "an actor was not marked as woken");
        unmarked.push(workflowId);
      },
    },
    isNoRowFault,
  );
  return { workflowIds: [...claimed, ...unmarked], unmarked };
}

/** A page of overdue actors, and those of them that could not be marked as woken. */
export interface ClaimedPage {
  readonly workflowIds: readonly string[];
  readonly unmarked: readonly string[];
}
