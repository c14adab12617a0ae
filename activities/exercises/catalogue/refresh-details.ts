import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import {
  listRequested,
  markRead,
  recordRequest,
} from "../../../db/exercises/catalogue/record-request.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { isNoRowFault } from "../../bisect-work.ts";
import { PassedOver } from "../../passed-over.ts";
import { ensureIntegrations } from "../provider/ensure-integrations.ts";
import type { DetailOutcome } from "../provider/exercise-provider.ts";
import type { CatalogueDeps } from "./read-catalogue-pages.ts";
import { storeExercises } from "./store-exercises.ts";

/**
 * Fetches exercises that were read today with an old detail, without media (docs/rooms/exercises.md#refresh). A
 * provider that does not answer is left alone until the next run. An exercise that fails does not delay the others
 * (docs/rooms/house.md#one-fault).
 *
 * @throws PassedOver after all others, if exercises failed.
 */
export async function refreshDetails({
  em,
  log,
  provider,
}: CatalogueDeps & { readonly log: Logger }): Promise<RefreshedDetails> {
  if (provider === null) return { readCount: 0 };
  const { providerKey, callsPerMinute } = provider.record;
  await ensureIntegrations(em, [provider]);
  const limit = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(callsPerMinute / 2)));
  let [readCount, failedCount] = [0, 0];
  for (const { id, providerExerciseId } of await listRequested(em.fork(), providerKey, limit)) {
    const answer = await provider.catalogue.detail(providerExerciseId ?? "");
    const { outcome } = answer;
    if (outcome !== "DETAIL") log.warn({ providerKey, outcome }, "an exercise was not reported");
    if (NO_ANSWER.includes(outcome)) break;
    try {
      await keep(em, { id, providerKey, providerExerciseId, answer });
      readCount += 1;
    } catch (error) {
      if (isNoRowFault(error)) throw error;
      const failureClass = faultClassOf(error);
      log.error({ exerciseId: id, failureClass, err: error }, "a detail was not stored");
      failedCount += 1;
    }
  }
  if (failedCount > 0) throw new PassedOver(failedCount);
  return { readCount };
}

/** Exercises fetched in one run, unless the plan allows fewer calls. */
const MOST_AT_ONCE = 10;

/** How many exercises were fetched from the provider. */
export interface RefreshedDetails {
  readonly readCount: number;
}

/**
 * Requests a fresh read of an exercise whose detail is old; a background job fetches it. The reader does not wait.
 */
export async function askForDetail(em: SqlEntityManager, exerciseId: string): Promise<void> {
  await recordRequest(em.fork(), exerciseId);
}

/** Outcomes that the next run retries. */
const NO_ANSWER: readonly DetailOutcome["outcome"][] = [
  "RATE_LIMITED",
  "UNAUTHORISED",
  "UNAVAILABLE",
];

interface ReceivedDetail {
  readonly id: string;
  readonly providerKey: string;
  readonly providerExerciseId: string | null;
  readonly answer: DetailOutcome;
}

/** An answer about another exercise than the requested one is discarded. */
async function keep(
  em: SqlEntityManager,
  { id, providerKey, providerExerciseId, answer }: ReceivedDetail,
): Promise<void> {
  await transact(em, async (tx) => {
    if (answer.outcome === "DETAIL" && answer.exercise.providerExerciseId === providerExerciseId) {
      const now = await clockNow(tx);
      await storeExercises(tx, { providerKey, exercises: [answer.exercise], now });
    }
    await markRead(tx, id);
  });
}
