import { continueAsNew, sleep } from "@temporalio/workflow";
import type { CatalogueFailure } from "../../contract/exercises/vocabulary.ts";
import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

/**
 * The scheduled workflow `catalogue-refresh` (docs/rooms/exercises.md#refresh): if a read of the provider's catalogue
 * is due or incomplete, it completes it. It reads page by page, at half the rate that the plan allows.
 *
 * @param passedOver exercises that failed individually so far: they do not delay the others, but fail the run at the
 *   end.
 */
export async function refreshCatalogue(passedOver = 0): Promise<void> {
  const begun = await reading().beginCatalogueRun();
  if (begun === null) return;
  const { runId, pauseMs } = begun;
  let [tries, failedCount] = [0, passedOver];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read = await reading().readCataloguePage({ runId });
    if (read.turn === "TAKEN") failedCount += read.failedCount ?? 0;
    if (read.turn === "GIVEN_UP") return await end(runId, read.failureCode);
    if (read.turn === "AGAIN") {
      tries += 1;
      if (tries === MOST_TRIES) return await end(runId, read.failureCode);
      await sleep(FIRST_PAUSE_MS * 2 ** tries);
    } else if (read.turn === "PAUSE") await sleep(read.pauseMs);
    else if (read.more) {
      tries = 0;
      await sleep(pauseMs);
    } else {
      await end(runId, null);
      return failIfPassedOver(failedCount);
    }
  }
  await continueAsNew<typeof refreshCatalogue>(failedCount);
}

const reading = scheduledActs({
  tryMs: 60_000,
  summary: "read a page of the exercise catalogue",
});

/** Pages of one run of the workflow; the next run continues with the page after them. */
const MOST_PAGES = 200;
/** Tries of a page that does not arrive, with a doubling pause. */
const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 2_000;

async function end(runId: string, failureCode: CatalogueFailure | null): Promise<void> {
  await reading().finishCatalogueRun({ runId, failureCode });
}
