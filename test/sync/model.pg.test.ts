import { afterAll, test } from "@jest/globals";
import fc from "fast-check";
import { type Command, histories, HISTORY_LENGTH } from "../factories/sync/model/commands.ts";
import { playHistory } from "../factories/sync/model/player.ts";
import { openStage, type Stage } from "../factories/sync/model/world.ts";
import { faultOf, shrinkHistory } from "../factories/shrink-history.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";

const RUNS = campaignSize("MODEL_RUNS", 6);
const SEED = campaignSeed();
/** Concurrent stages, each with its own clock; lane n begins at the seed plus n. */
const LANES = Math.min(4, Math.ceil(RUNS / 6));
const LIMIT_MS = Math.max(300_000, RUNS * 2_000);

const stages = await Promise.all(Array.from({ length: LANES }, () => openStage()));
afterAll(async () => {
  await Promise.all(stages.map((stage) => stage.close()));
});

/** Played histories and executed commands, printed now and then because a campaign takes long. */
const played = { histories: 0, commands: 0 };
const REPORT_EVERY = 1_000;

let failed = false;

test(
  `${RUNS} histories of ${HISTORY_LENGTH} commands: after every step receipts, effects, revisions, chain and cursor match the model (--seed ${SEED})`,
  async () => {
    const outcomes = await Promise.allSettled(stages.map(playLane));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  },
  LIMIT_MS,
);

function count(history: readonly Command[]): void {
  played.histories += 1;
  played.commands += history.length;
  if (played.histories % REPORT_EVERY !== 0) return;
  const { histories: n, commands } = played;
  process.stdout.write(`${n} histories, ${commands} commands, --seed ${SEED}: all agree\n`);
}

/** Plays the histories of a lane until one fails in any lane. */
async function playLane(stage: Stage, lane: number): Promise<void> {
  const numRuns = Math.ceil((RUNS - lane) / LANES);
  const play = (history: readonly Command[]) => playHistory(stage, history);
  const drawn = fc.sample(histories, { numRuns, seed: SEED + lane });
  for (const history of drawn) {
    if (failed) return;
    const fault = await faultOf(play, history);
    if (fault === null) count(history);
    if (fault === null || failed) continue;
    failed = true;
    throw await shrinkHistory(`--seed ${SEED}, lane ${lane}`, history, fault, play);
  }
}
