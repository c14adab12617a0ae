import { continueAsNew } from "@temporalio/workflow";
import type { SortingPlace } from "../../activities/exercises/catalogue/sort-catalogue.ts";
import { scheduledActs } from "../scheduled-acts.ts";

/**
 * The scheduled workflow `catalogue-sorting` (docs/rooms/exercises.md#taxonomy): re-sorts a provider's exercises,
 * slice by slice, after administrators decided the meaning of its labels. Without new decisions it writes nothing.
 *
 * @param place how far the previous run came; none at first.
 */
export async function sortCatalogue(place: SortingPlace | null = null): Promise<void> {
  let next = place ?? (await sorting().beginSorting());
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    if (next === null) return;
    next = await sorting().sortSlice(next);
  }
  if (next !== null) await continueAsNew<typeof sortCatalogue>(next);
}

const sorting = scheduledActs({
  tryMs: 60_000,
  summary: "re-sort exercises by the decisions on their labels",
});

/** Slices of one run of the workflow; the next run continues after them. */
const MOST_SLICES = 200;
