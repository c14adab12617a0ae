import { expect } from "@jest/globals";
import type { OperationFeature } from "../../../activities/sync/operation-feature.ts";
import type { AdmissionDeps } from "../../../activities/sync/admission/admission.ts";
import type { SettlementDeps } from "../../../activities/sync/settlement/settlement-deps.ts";
import type { Operation, OperationResult } from "../../../contract/sync/schema.ts";
import { batchIdOf } from "../../../db/platform/new-id.ts";
import { featureSettlements } from "../../../workers/feature-settlements.ts";
import { operationFeatures } from "../../../workers/operation-features.ts";
import type { TestDatabase } from "../../harness/database.ts";
import { type OrmStage, useOrm } from "../../harness/use-orm.ts";
import { settleOf, settlementDeps } from "./settlement.ts";
import { admissionDeps, type SubmittingPhone, submit } from "./sync.ts";

/** A database, and the admission and settlement of batches without an API. */
export type AdmissionStage = OrmStage & {
  readonly deps: AdmissionDeps;
  readonly settlement: SettlementDeps;
  /** Submits a batch of a phone; returns its results. */
  send(phone: SubmittingPhone, ...batch: readonly Operation[]): Promise<readonly OperationResult[]>;
  /** Submits a batch that is accepted as a whole; returns its id. */
  admit(phone: SubmittingPhone, batch: readonly Operation[]): Promise<string>;
  /** Settles the batches of one phone. */
  settle(phone: SubmittingPhone): Promise<void>;
};

/** Admits batches with the features of every room, in the shared database or in another one. */
export async function useAdmission(
  database?: TestDatabase,
  features: readonly OperationFeature[] = operationFeatures,
): Promise<AdmissionStage> {
  const stage = await useOrm(database);
  const deps = admissionDeps(stage.em, features);
  const settlement = settlementDeps(stage.em, featureSettlements, features);
  return {
    ...stage,
    deps,
    settlement,
    send: async (phone, ...batch) => (await submit(deps, phone, batch)).results,
    admit: async (phone, batch) => {
      const { results } = await submit(deps, phone, batch);
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["ACCEPTED"]));
      return batchIdOf(results[0]?.receiptId ?? "");
    },
    settle: async ({ deviceId }) => await settleOf(settlement, deviceId),
  };
}
