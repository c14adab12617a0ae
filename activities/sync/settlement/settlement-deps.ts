import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { FeatureSettlement } from "../feature-settlement.ts";
import type { OperationFeature } from "../operation-feature.ts";
import type { LaneMemory } from "./lane-memory.ts";

/** Dependencies of settlement. */
export interface SettlementDeps {
  readonly em: SqlEntityManager;
  readonly settlements: readonly FeatureSettlement[];
  /** The features of admission, for retried operations. */
  readonly features: readonly OperationFeature[];
  /** Number of lanes that share the relationships. */
  readonly lanes: number;
  readonly memory: LaneMemory;
  readonly log: Logger;
  readonly countBatches: CountBatches;
  /** Milliseconds of a call after which no transaction begins; by default {@link BUDGET_MS}. */
  readonly budgetMs?: number;
}

/** Counts batches that were settled, or passed over with the class of the fault. */
export type CountBatches = (count: number, failureClass: string | null) => void;

/** The time budget of one settlement call, of a lane or of a device. */
export interface Budget {
  /** By the process's own clock, in ms: see {@link BUDGET_MS}. */
  readonly until: number;
}

/** One settlement call of one device. */
export interface DeviceRun extends SettlementDeps, Budget {
  readonly deviceId: string;
}

/** No transaction begins after this time, so that the call normally ends within its 1.5 s. */
const BUDGET_MS = 700;

/** Deferred operations of a device retried in one call, each in its own transaction. */
export const TRIES = 5;

/** The budget of a call that begins now. */
export function beginBudget({ budgetMs = BUDGET_MS }: SettlementDeps): Budget {
  return { until: performance.now() + budgetMs };
}

/** True if another transaction may begin. */
export function hasTime({ until }: Budget): boolean {
  return performance.now() < until;
}
