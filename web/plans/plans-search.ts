import { PLAN_KINDS } from "../../contract/plans/kind-vocabulary.ts";
import type { PlanKind } from "../../contract/plans/plan-definitions.ts";
import { PLAN_STATUSES, type PlanStatus } from "../../contract/plans/vocabulary.ts";

/** The part of the address that belongs to the list of plans: filters by code. A typed search never stands in it. */
export function plansSearch(search: Readonly<Record<string, unknown>>): PlansSearch {
  const kind = PLAN_KINDS.find((known) => known === search["kind"]);
  const status = PLAN_STATUSES.find((known) => known === search["status"]);
  return { ...(kind && { kind }), ...(status && { status }) };
}

export interface PlansSearch {
  readonly kind?: PlanKind;
  /** Without one, everything but archived plans is listed. */
  readonly status?: PlanStatus;
}
