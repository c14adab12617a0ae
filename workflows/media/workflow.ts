import { proxyActivities } from "@temporalio/workflow";
import type { ProductActivities } from "../product-activities.ts";
import type { CleanedSlice } from "../../activities/media/finish-left-uploads.ts";
import { MEDIA_UPKEEP } from "../../contract/media/vocabulary.ts";

const upkeep = proxyActivities<ProductActivities>({
  startToCloseTimeout: "60s",
  retry: { maximumAttempts: 3 },
  summary: "finish what is whole, end what nobody wants, remove what nobody needs",
});

/** Slices of one step in one run; what is left over is found by the next. */
const MOST_SLICES = 200;

/**
 * The scheduled workflow `media-upkeep`: uploads that are whole and that nobody looked at are finished,
 * those whose time is over end, then media that nobody took along, then files that no record needs go.
 * Each slice stands by itself: stopped anywhere, the next run goes on.
 *
 * @returns how many records and files it dealt with.
 */
export async function mediaUpkeep(): Promise<number> {
  let count = 0;
  for (const step of MEDIA_UPKEEP) count += await keep(step);
  return count;
}

async function keep(step: (typeof MEDIA_UPKEEP)[number]): Promise<number> {
  let count = 0;
  let after: string | null = null;
  for (let slice = 0; slice < MOST_SLICES; slice += 1) {
    const kept: CleanedSlice = await upkeep.cleanUpMedia({ step, after });
    count += kept.count;
    if (!kept.more) break;
    ({ after } = kept);
  }
  return count;
}
