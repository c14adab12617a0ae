import type { Logger } from "pino";
import { failQuietly } from "../fail-quietly.ts";
import {
  beginCatalogueRun,
  type BegunRun,
  type CatalogueDeps,
  finishCatalogueRun,
  readCataloguePages,
} from "./catalogue/read-catalogue-pages.ts";
import { type RefreshedDetails, refreshDetails } from "./catalogue/refresh-details.ts";
import type { PageOutcome } from "./catalogue/store-page.ts";
import { beginSorting, type SortingPlace, sortSlice } from "./catalogue/sort-catalogue.ts";
import { type ReadingDeps, type ReconciledUsage, reconcileUsage } from "./media/reconcile-usage.ts";
import { ensureIntegrations } from "./provider/ensure-integrations.ts";
import {
  type MatchedSlice,
  type MatchInput,
  matchThumbnails,
} from "./thumbnails/match-thumbnails.ts";

/** The activities of exercises that a worker registers. */
export interface ExerciseActivities {
  beginCatalogueRun(): Promise<BegunRun>;
  readCataloguePage(input: { readonly runId: string }): Promise<PageOutcome>;
  finishCatalogueRun(input: FinishInput): Promise<void>;
  beginSorting(): Promise<SortingPlace | null>;
  sortSlice(place: SortingPlace): Promise<SortingPlace | null>;
  refreshDetails(): Promise<RefreshedDetails>;
  matchThumbnails(input: MatchInput): Promise<MatchedSlice>;
  reconcileUsage(): Promise<ReconciledUsage>;
}

/** No ranker is configured (docs/rooms/exercises.md#review). */
const NO_RANKER = null;

type FinishInput = Parameters<typeof finishCatalogueRun>[1];
type ExerciseDeps = CatalogueDeps & Pick<ReadingDeps, "countReading"> & { readonly log: Logger };

/** Creates the activities of exercises. */
export function createExerciseActivities(deps: ExerciseDeps): ExerciseActivities {
  const { log } = deps;
  return {
    beginCatalogueRun: failQuietly({ log, name: "beginCatalogueRun" }, () =>
      beginCatalogueRun(deps),
    ),
    readCataloguePage: failQuietly(
      { log, name: "readCataloguePage" },
      ({ runId }: { readonly runId: string }) => readCataloguePages(deps, runId),
    ),
    finishCatalogueRun: failQuietly({ log, name: "finishCatalogueRun" }, (input: FinishInput) =>
      finishCatalogueRun(deps, input),
    ),
    beginSorting: failQuietly({ log, name: "beginSorting" }, () => beginSorting(deps.em)),
    sortSlice: failQuietly({ log, name: "sortSlice" }, (place: SortingPlace) =>
      sortSlice(deps.em, place, log),
    ),
    refreshDetails: failQuietly({ log, name: "refreshDetails" }, () => refreshDetails(deps)),
    matchThumbnails: failQuietly({ log, name: "matchThumbnails" }, (input: MatchInput) =>
      matchThumbnails(deps, NO_RANKER, input),
    ),
    reconcileUsage: failQuietly({ log, name: "reconcileUsage" }, () => reconcileKnown(deps)),
  };
}

/** Usage is judged by the provider's record, so the record is stored first: no catalogue may have been read yet. */
async function reconcileKnown({
  em,
  log,
  provider,
  countReading,
}: ExerciseDeps): Promise<ReconciledUsage> {
  const providers = provider === null ? [] : [provider];
  await ensureIntegrations(em, providers);
  return await reconcileUsage({ em, log, providers, countReading });
}
