import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { FeatureSettlement } from "../feature-settlement.ts";
import type { OperationFeature } from "../operation-feature.ts";

/** What settlement is built from. */
export interface SettlementDeps {
  readonly em: SqlEntityManager;
  readonly settlements: readonly FeatureSettlement[];
  /** The features as admission has them, for operations that are tried again. */
  readonly features: readonly OperationFeature[];
  /** Lanes that share the relationships between them. */
  readonly lanes: number;
  readonly log: Logger;
  readonly countBatches: CountBatches;
}

/** Counts batches that were settled, or, with the class of the fault, that were passed over. */
export type CountBatches = (count: number, failureClass: string | null) => void;

/** How long one call of settlement goes on, of a lane or of a device. */
export interface Budget {
  /** By the process's own clock, in ms: see {@link BUDGET_MS}. */
  readonly until: number;
}

/** One call of settlement for one device. */
export interface DeviceRun extends SettlementDeps, Budget {
  readonly deviceId: string;
}

/** No transaction is begun after this time, so that the call ends, as a rule, within the 1.5 s it is given. */
export const BUDGET_MS = 700;

/** Deferred operations of a device tried in one call, each in a transaction of its own. */
export const TRIES = 5;

/** Whether another transaction may begin. */
export function hasTime({ until }: Budget): boolean {
  return performance.now() < until;
}
