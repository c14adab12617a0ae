import { LockMode, type SqlEntityManager } from "@mikro-orm/postgresql";
import type { CatalogueFailure } from "../../../contract/exercises/vocabulary.ts";
import { CataloguePage } from "../../../db/exercises/catalogue/catalogue-page.ts";
import { countUnseen } from "../../../db/exercises/catalogue/catalogue-rows.ts";
import { CatalogueRun } from "../../../db/exercises/catalogue/catalogue-run.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { bisectRows } from "../../bisect-rows.ts";
import { type FaultLog, isNoRowFault } from "../../bisect-work.ts";
import type { CataloguePage as ReadPage } from "../provider/exercise-provider.ts";
import { type ExercisesToStore, storeExercises, type CatalogueChanges } from "./store-exercises.ts";

/**
 * Stores a page. An exercise that cannot be stored does not delay the others: it counts as seen, and the next read
 * tries it again (docs/rooms/house.md#one-fault).
 */
export async function storePage(
  em: SqlEntityManager,
  received: ReceivedPage,
  log: FaultLog | undefined,
): Promise<PageOutcome> {
  try {
    return await transact(em, (tx) => storeOnce(tx, received, storeTogether));
  } catch (error) {
    if (isNoRowFault(error)) throw error;
    return await transact(em, (tx) => storeOnce(tx, received, storeIsolated(log)));
  }
}

/** Stores exercises and returns how many failed. */
type Store = (
  tx: Tx,
  from: ExercisesToStore,
) => Promise<CatalogueChanges & { readonly failedCount: number }>;

const storeTogether: Store = async (tx, from) => ({
  ...(await storeExercises(tx, from)),
  failedCount: 0,
});

/** A page of a catalogue as the provider returned it. */
interface ReceivedPage {
  readonly runId: string;
  readonly page: number;
  readonly answer: ReadPage;
}

/** Stores under savepoints, after the page failed as a whole. */
function storeIsolated(log: FaultLog | undefined): Store {
  return async (tx, { exercises, ...from }) => {
    const { done, failed } = await bisectRows(tx, exercises, (some) =>
      storeExercises(tx, { ...from, exercises: some }),
    );
    for (const { item, fault } of failed) {
      const { providerExerciseId } = item;
      const failureClass = faultClassOf(fault);
      log?.error({ providerExerciseId, failureClass, err: fault }, "an exercise was not stored");
    }
    const sum = (count: keyof CatalogueChanges) =>
      done.reduce((all, stored) => all + stored[count], 0);
    return {
      added: sum("added"),
      changed: sum("changed"),
      held: sum("held"),
      failedCount: failed.length,
    };
  };
}

async function storeOnce(
  tx: Tx,
  { runId, page, answer }: ReceivedPage,
  store: Store,
): Promise<PageOutcome> {
  const run = await tx.findOneOrFail(
    CatalogueRun,
    { id: runId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (run.nextPage !== page) return { turn: "TAKEN", more: run.nextPage !== null };
  const { exercises, leftOut } = answer;
  const found = [...exercises, ...leftOut].map(({ providerExerciseId }) => providerExerciseId);
  const ids = [...new Set(found.filter((id) => id !== null))];
  const unseen = await countUnseen(tx, runId, ids);
  const more = page < answer.pages && ids.length > 0;
  // A page with nothing new that promises more would never end.
  if (more && unseen === 0) return { turn: "GIVEN_UP", failureCode: "ENDLESS" };
  const now = await clockNow(tx);
  const stored = await store(tx, {
    providerKey: run.providerKey,
    exercises,
    now,
  });
  tx.create(CataloguePage, { runId, page, providerExerciseIds: ids });
  run.pages += 1;
  run.seen += unseen;
  run.announced = answer.total;
  run.added += stored.added;
  run.changed += stored.changed;
  run.held += stored.held;
  run.leftOut += leftOut.length;
  run.leftOutItems = [...run.leftOutItems, ...leftOut].slice(0, MOST_NAMED);
  run.nextPage = more ? page + 1 : null;
  const { failedCount } = stored;
  return { turn: "TAKEN", more, ...(failedCount > 0 && { failedCount }) };
}

/** How many left out items a run names; a page that leaves out many is malformed. */
const MOST_NAMED = 50;

/** The result of one page. */
export type PageOutcome =
  /** `failedCount` is absent if no exercise failed. */
  | { readonly turn: "TAKEN"; readonly more: boolean; readonly failedCount?: number }
  | { readonly turn: "PAUSE"; readonly pauseMs: number }
  /** To be retried; the run fails with this code if retries do not help. */
  | { readonly turn: "AGAIN"; readonly failureCode: CatalogueFailure }
  | { readonly turn: "GIVEN_UP"; readonly failureCode: CatalogueFailure };
