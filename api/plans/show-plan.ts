import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { PlanAnswer } from "../../contract/plans/schema.ts";
import { countExcepted } from "../../db/plans/publication/queries.ts";
import type { PublishedPlan } from "../../db/plans/queries.ts";
import { presentPlan } from "./present.ts";

/** A plan in wire form, with the number of its excepted clients. */
export async function showPlan(em: SqlEntityManager, found: PublishedPlan): Promise<PlanAnswer> {
  return presentPlan(found, await countExcepted(em, found.plan.id));
}
