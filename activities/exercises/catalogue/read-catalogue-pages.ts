import { setTimeout as sleep } from "node:timers/promises";
import { LockMode, type SqlEntityManager } from "@mikro-orm/postgresql";
import type { CatalogueFailure } from "../../../contract/exercises/vocabulary.ts";
import { CataloguePage } from "../../../db/exercises/catalogue/catalogue-page.ts";
import {
  countMissing,
  ensureTaxonomy,
  lockCatalogue,
  retireMissing,
} from "../../../db/exercises/catalogue/catalogue-rows.ts";
import { CatalogueRun } from "../../../db/exercises/catalogue/catalogue-run.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import type { ExerciseProvider } from "../provider/exercise-provider.ts";
import { ensureIntegrations } from "../provider/ensure-integrations.ts";
import { type PageOutcome, storePage } from "./store-page.ts";
import type { FaultLog } from "../../bisect-work.ts";

/**
 * Reads page after page for a while if the plan allows several calls a second; otherwise one page.
 *
 * @param withinMs time after which no further page is requested.
 * @returns the outcome of the last page.
 */
export async function readCataloguePages(
  deps: CatalogueDeps,
  runId: string,
  withinMs = TURNS_WITHIN_MS,
): Promise<PageOutcome> {
  const pauseMs = deps.provider === null ? SHORT_PAUSE_MS : pauseOf(deps.provider);
  const from = performance.now();
  for (;;) {
    const read = await readCataloguePage(deps, runId);
    if (read.turn !== "TAKEN" || !read.more || pauseMs >= SHORT_PAUSE_MS) return read;
    if (performance.now() - from + pauseMs > withinMs) return read;
    await sleep(pauseMs);
  }
}

const HOUR_MS = 3_600_000;
/** Time from the start of one read to the next; after a failed read, the shorter one. */
const EVERY_MS = 24 * HOUR_MS;
const AFTER_FAILURE_MS = HOUR_MS;
/** If a larger share of the catalogue is missing at once, an administrator must decide. */
const MOST_RETIRED_SHARE = 0.05;

export type CatalogueDeps = {
  readonly em: SqlEntityManager;
  readonly provider: ExerciseProvider | null;
  /** Log for each exercise that cannot be stored. */
  readonly log?: FaultLog;
};

/** The read to continue; null if none is due. */
export type BegunRun = { readonly runId: string; readonly pauseMs: number } | null;

/** Continues the current read of the catalogue, or begins one if it is due (docs/rooms/exercises.md#refresh). */
export async function beginCatalogueRun({ em, provider }: CatalogueDeps): Promise<BegunRun> {
  if (provider === null) return null;
  const { providerKey } = provider.record;
  const pauseMs = pauseOf(provider);
  await ensureIntegrations(em, [provider]);
  return await transact(em, async (tx) => {
    await lockCatalogue(tx, providerKey);
    const [last] = await tx.find(
      CatalogueRun,
      { providerKey },
      { orderBy: { startedAt: "desc" }, limit: 1 },
    );
    if (last?.state === "RUNNING") return { runId: last.id, pauseMs };
    const now = await clockNow(tx);
    const waitMs = last?.state === "FAILED" ? AFTER_FAILURE_MS : EVERY_MS;
    if (last !== undefined && last.startedAt.getTime() + waitMs > now.getTime()) return null;
    await ensureTaxonomy(tx, now);
    const whole = await tx.count(CatalogueRun, { providerKey, state: { $ne: "FAILED" } });
    const stored = { added: 0, changed: 0, held: 0, leftOut: 0, retired: 0, retireHeld: 0 };
    const run = tx.create(CatalogueRun, {
      ...stored,
      id: newId(),
      providerKey,
      kind: whole === 0 ? "BOOTSTRAP" : "REFRESH",
      state: "RUNNING",
      nextPage: 1,
      pages: 0,
      seen: 0,
      leftOutItems: [],
      announced: null,
      failureCode: null,
      retireDecidedBy: null,
      retireDecidedAt: null,
      startedAt: now,
      finishedAt: null,
    });
    return { runId: run.id, pauseMs };
  });
}

/**
 * The workflow's timer is only accurate to a second, so the activity waits out shorter pauses itself, for up to this
 * long.
 */
const SHORT_PAUSE_MS = 1_000;
const TURNS_WITHIN_MS = 20_000;

/** The pause between two calls, so that half of the plan's calls is left for other uses. */
function pauseOf({ record: { callsPerMinute } }: ExerciseProvider): number {
  return Math.ceil(60_000 / Math.max(1, callsPerMinute / 2));
}

/**
 * Reads the next page and stores it in one transaction after the call; a killed read repeats the page. An exercise that
 * cannot be stored does not delay the others: it counts as seen, and the next read tries it again
 * (docs/rooms/house.md#one-fault).
 */
export async function readCataloguePage(
  { em, provider, log }: CatalogueDeps,
  runId: string,
): Promise<PageOutcome> {
  const { nextPage: page } = await em.fork().findOneOrFail(CatalogueRun, { id: runId });
  if (page === null) return { turn: "TAKEN", more: false };
  if (provider === null) return { turn: "GIVEN_UP", failureCode: "UNAVAILABLE" };
  const answer = await provider.catalogue.browse(page);
  switch (answer.outcome) {
    case "PAGE":
      return await storePage(em, { runId, page, answer }, log);
    case "RATE_LIMITED":
      return { turn: "PAUSE", pauseMs: answer.pauseMs };
    case "UNAUTHORISED":
    case "MEDIA_IN_BROWSE":
      return { turn: "GIVEN_UP", failureCode: answer.outcome };
    case "UNAVAILABLE":
    case "MALFORMED":
      return { turn: "AGAIN", failureCode: answer.outcome };
  }
}

/**
 * Ends a read: retires exercises that two complete reads in a row did not contain, unless they are too many at once.
 */
export async function finishCatalogueRun(
  { em }: CatalogueDeps,
  { runId, failureCode }: { readonly runId: string; readonly failureCode: CatalogueFailure | null },
): Promise<void> {
  await transact(em, async (tx) => {
    const run = await tx.findOneOrFail(
      CatalogueRun,
      { id: runId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (run.state !== "RUNNING") return;
    const now = await clockNow(tx);
    run.state = failureCode === null ? "DONE" : "FAILED";
    run.failureCode = failureCode;
    run.finishedAt = now;
    if (failureCode === null && run.seen === run.announced) await retire(tx, run, now);
    await tx.nativeDelete(CataloguePage, { runId });
  });
}

async function retire(tx: Tx, run: CatalogueRun, now: Date): Promise<void> {
  await lockCatalogue(tx, run.providerKey);
  const { missing, all } = await countMissing(tx, { providerKey: run.providerKey, runId: run.id });
  if (missing > all * MOST_RETIRED_SHARE) {
    run.state = "RETIRE_HELD";
    run.retireHeld = missing;
    return;
  }
  run.retired = await retireMissing(tx, run.providerKey, now);
}
