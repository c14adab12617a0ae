import { LockMode } from "@mikro-orm/postgresql";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { lockCatalogue, retireMissing } from "../../../db/exercises/catalogue/catalogue-rows.ts";
import { CatalogueRun } from "../../../db/exercises/catalogue/catalogue-run.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Retires what vanished from a provider although it exceeds the automatic limit (docs/rooms/exercises.md#refresh);
 * idempotent.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT if the read held nothing back, or a later one is running or contradicts
 * it.
 */
export async function retireVanished(tx: Tx, { runId, decidedBy }: RetireDeed): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const run = await tx.findOne(CatalogueRun, { id: runId }, { lockMode });
  if (run === null) throw new Refusal("NOT_FOUND");
  if (run.retireDecidedAt !== null) return;
  if (run.state !== "RETIRE_HELD") throw stateConflict("NOTHING_HELD_BACK");
  const { providerKey } = run;
  await lockCatalogue(tx, providerKey);
  const later = {
    providerKey,
    startedAt: { $gt: run.startedAt },
    state: { $ne: "FAILED" },
  } as const;
  if ((await tx.count(CatalogueRun, later)) > 0) throw stateConflict("NEWER_RUN");
  const now = await clockNow(tx);
  const retired = await retireMissing(tx, providerKey, now);
  tx.assign(run, { state: "DONE", retired, retireDecidedBy: decidedBy, retireDecidedAt: now });
  await tx.flush();
}

/** A read whose retirements an administrator approves. `decidedBy` is a name that is safe to store. */
export interface RetireDeed {
  readonly runId: string;
  readonly decidedBy: string;
}
