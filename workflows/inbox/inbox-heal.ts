import { continueAsNew, sleep } from "@temporalio/workflow";
import type { HealAllInput } from "../../activities/inbox/upkeep/heal-lost-events.ts";
import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

/**
 * The scheduled workflow `inbox-heal` (docs/rooms/inbox.md#repair): once a day, queries the sources of every
 * relationship, slice by slice, with a pause between them. A failing one does not delay the others, but fails the run
 * at the end.
 *
 * @returns the number of relationships.
 */
export async function inboxHeal(
  run: InboxHealRun = { after: null, askedCount: 0 },
): Promise<number> {
  let { askedCount, failedCount = 0 } = run;
  let after: string | null = run.after;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const slice = await heal().healRelationships({ after });
    askedCount += slice.askedCount;
    failedCount += slice.failedCount;
    ({ after } = slice);
    if (after === null) {
      failIfPassedOver(failedCount);
      return askedCount;
    }
    await sleep(PAUSE);
  }
  return await continueAsNew<typeof inboxHeal>({ after, askedCount, failedCount });
}

const heal = scheduledActs({
  tryMs: 60_000,
  summary: "query the sources for work that needs a coach",
});

/** Slices of one run of lost events; the next run finds the rest. */
const MOST_SLICES = 20;
/** Relationships that may fail individually and be skipped in one run. */
const MOST_FAILED = 1_000;

/**
 * The scheduled workflow `inbox-lost` (docs/rooms/inbox.md#repair): if the inbox missed an event, queries the sources
 * of its relationship. A failing one does not delay the others, but fails the run at the end.
 *
 * @returns the number of relationships.
 */
export async function inboxLost(): Promise<number> {
  let queriedCount = 0;
  const except: string[] = [];
  for (let slice = 0; slice < MOST_SLICES && except.length < MOST_FAILED; slice += 1) {
    const healed = await heal().healLostEvents({ except });
    queriedCount += healed.askedCount;
    except.push(...healed.failed);
    if (!healed.full) break;
  }
  failIfPassedOver(except.length);
  return queriedCount;
}

/** Slices of one run of the daily walk; with a longer history, a new run continues. */
const MOST_TURNS = 300;
/** Pause between two slices, so that other work can run. */
const PAUSE = "500ms";

/** Start of a run, and the totals of the runs before it. */
export interface InboxHealRun extends HealAllInput {
  readonly askedCount: number;
  /** Relationships that failed individually; absent if none did. */
  readonly failedCount?: number;
}
