import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { listWithheldDue } from "../../../db/agenda/withheld/queries.ts";
import { postponeWithheld } from "../../../db/agenda/withheld/put-withheld.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { MAX_SWEPT_SCOPES } from "../../../db/platform/scopes/lock-scopes.ts";
import { isTrouble, transact, waitedForLock } from "../../../db/platform/transactions/transact.ts";
import { CODE_VERSION } from "./code-version.ts";
import { logWithheld } from "./log-withheld.ts";
import { retryWithheld } from "./repair-relationship.ts";
import { withheldTry } from "./withheld-try.ts";

/**
 * The part of the scan that retries withheld occurrences after a deployment, and settles those whose days have closed
 * (docs/rooms/agenda.md#withheld-occurrences). It handles at most 50 relationships, each in its own transaction. Locked
 * ones wait for the next scan; one that fails does not stop the others. One statement if nothing is due.
 *
 * @throws a transient database error.
 */
export async function retryAllWithheld(
  { em, log }: { readonly em: SqlEntityManager; readonly log: Logger },
  now: Date,
): Promise<void> {
  const codeVersion = CODE_VERSION;
  const due = await listWithheldDue(em.fork(), { codeVersion, now, limit: MAX_SWEPT_SCOPES });
  for (const relationshipId of due) {
    try {
      const repaired = await retryWithheld(em, relationshipId);
      logWithheld(log, repaired?.withheld ?? []);
    } catch (error) {
      // Another transaction holds its rows; the next scan takes it.
      if (waitedForLock(error)) continue;
      if (isTrouble(error)) throw error;
      const failureClass = faultClassOf(error);
      log.error({ relationshipId, failureClass, err: error }, "days could not be repaired");
      await transact(em, (tx) => postponeWithheld(tx, relationshipId, withheldTry(now)));
    }
  }
}
