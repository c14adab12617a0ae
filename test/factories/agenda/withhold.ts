import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { putWithheld } from "../../../db/agenda/withheld/put-withheld.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";

/** Withholds a habit from its day, as if it had failed there. */
export async function withhold(
  em: SqlEntityManager,
  { sourceId = newId(), ...task }: WithheldHabit,
): Promise<void> {
  const source = { sourceType: "PLAN_ASSIGNMENT", sourceId, sourceRevision: 1 } as const;
  const fault = { faultKind: "CONSTRAINT", faultClass: "SQLSTATE_23514" } as const;
  await transact(em, async (tx) => {
    const now = await clockNow(tx);
    const row = { ...task, ...source, ...fault, taskKind: "HABIT" } as const;
    await putWithheld(tx, [row], { codeVersion: "x", now, retryAt: now });
  });
}

interface WithheldHabit {
  readonly relationshipId: string;
  readonly localDate: string;
  readonly taskId: string;
  /** Its assignment; by default an unknown one. */
  readonly sourceId?: string;
}
