import type { SqlEntityManager } from "@mikro-orm/postgresql";
import pino from "pino";
import { quickLogFeature } from "../../activities/quick-log/quick-log-feature.ts";
import { quickLogSettlement } from "../../activities/quick-log/settle-quick-log.ts";
import type { FeatureSettlement } from "../../activities/sync/feature-settlement.ts";
import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import type { DeletionDeps } from "../../activities/privacy/account-deletion-actor.ts";
import type { SettlementDeps } from "../../activities/sync/settlement/settlement-run.ts";
import { hooks } from "../../workers/hooks.ts";

/** What settlement is built from, with the product's own features unless told. */
export function settlementDeps(
  em: SqlEntityManager,
  settlements: readonly FeatureSettlement[] = [quickLogSettlement],
  features: readonly OperationFeature[] = [quickLogFeature],
): SettlementDeps & DeletionDeps {
  const countBatches = () => undefined;
  return { em, settlements, features, hooks, countBatches, log: pino({ level: "silent" }) };
}
