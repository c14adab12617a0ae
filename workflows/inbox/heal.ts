import { continueAsNew, sleep } from "@temporalio/workflow";
import type { HealAllInput } from "../../activities/inbox/upkeep/heal-inbox.ts";
import { failIfPassedOver } from "../fail-if-passed-over.ts";
import { scheduledActs } from "../scheduled-acts.ts";

const heal = scheduledActs({
  tryMs: 60_000,
  summary: "ask the sources what wants a coach",
});

/** Slices of one run of lost events; what is left over is found by the next. */
const MOST_SLICES = 20;
/** So many relationships that fail by themselves are passed over in one run. */
const MOST_FAILED = 1_000;

/**
 * The scheduled workflow `inbox-lost` (docs/rules.md#inbox-heal): where the inbox missed an event, the sources of its
 * relationship are asked; one that fails holds up no other, and lets the run fail in the end.
 *
 * @returns of how many relationships.
 */
export async function inboxLost(): Promise<number> {
  let askedCount = 0;
  const except: string[] = [];
  for (let slice = 0; slice < MOST_SLICES && except.length < MOST_FAILED; slice += 1) {
    const healed = await heal().healLostEvents({ except });
    askedCount += healed.askedCount;
    except.push(...healed.failed);
    if (!healed.full) break;
  }
  failIfPassedOver(except.length);
  return askedCount;
}

/** Slices of one run of the daily walk: with its history this long, a new run goes on. */
const MOST_TURNS = 300;
/** Between two slices others have their turn. */
const PAUSE = "500ms";

/** Where a run begins, and what those before it did. */
export interface InboxHealRun extends HealAllInput {
  readonly askedCount: number;
  /** Relationships that failed by themselves; absent without any. */
  readonly failedCount?: number;
}

/**
 * The scheduled workflow `inbox-heal` (docs/rules.md#inbox-heal): once a day the sources of every relationship are asked,
 * slice by slice, with a pause between them; one that fails holds up no other, and lets the run fail in the end.
 *
 * @returns of how many relationships.
 */
export async function inboxHeal(
  run: InboxHealRun = { after: null, askedCount: 0 },
): Promise<number> {
  let { askedCount, failedCount = 0 } = run;
  let after: string | null = run.after;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const asked = await heal().healRelationships({ after });
    askedCount += asked.askedCount;
    failedCount += asked.failedCount;
    ({ after } = asked);
    if (after === null) {
      failIfPassedOver(failedCount);
      return askedCount;
    }
    await sleep(PAUSE);
  }
  return await continueAsNew<typeof inboxHeal>({ after, askedCount, failedCount });
}
