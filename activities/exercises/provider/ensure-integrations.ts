import { writeIntegration } from "../../../db/exercises/catalogue/write-integration.ts";
import { transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import type { ExerciseProvider } from "./exercise-provider.ts";

/** Stores the configuration of each provider, without its key, if it is not stored yet. */
export async function ensureIntegrations(
  em: Tx,
  providers: readonly Pick<ExerciseProvider, "record">[],
): Promise<void> {
  await transact(em, async (tx) => {
    for (const { record } of providers) {
      const { callsPerMinute: _pace, ...row } = record;
      await writeIntegration(tx, row);
    }
  });
}
