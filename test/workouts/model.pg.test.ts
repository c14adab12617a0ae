import { test } from "@jest/globals";
import fc from "fast-check";
import { empty } from "../factories/empty.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { faultOf, shrinkHistory } from "../factories/shrink-history.ts";
import { admissionDeps } from "../factories/sync/sync.ts";
import { type Command, historiesOf } from "../factories/workouts/model/commands.ts";
import type { WorkoutStage } from "../factories/workouts/model/play.ts";
import { playWorkouts } from "../factories/workouts/model/player.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const ORDINARY_RUNS = 2;
const RUNS = campaignSize("MODEL_RUNS", ORDINARY_RUNS);
const SEED = campaignSeed();
/** Campaigns play a month. */
const LENGTHS =
  RUNS > ORDINARY_RUNS ? { minLength: 60, maxLength: 160 } : { minLength: 24, maxLength: 36 };
const LIMIT_MS = Math.max(300_000, RUNS * 20_000);
const HOUR_SECONDS = 3_600;

/** Seconds until ten in the morning of tomorrow, so that a history always meets the same midnights. */
const startSeconds =
  Math.ceil((Math.ceil(Date.now() / 86_400_000) * 86_400_000 - Date.now()) / 1_000) +
  10 * HOUR_SECONDS;

const stage: WorkoutStage = {
  em,
  admission: admissionDeps(em),
  settlement: settlementDeps(em),
  async begin() {
    await moveClock(ownerUrl, startSeconds);
    await empty(ownerUrl);
  },
  moveClock: (hours) => moveClock(ownerUrl, startSeconds + hours * HOUR_SECONDS),
};

const play = (history: readonly Command[]) => playWorkouts(stage, history);

test(
  `${RUNS} histories of two phones and a coach: each task counts once, no set is lost, the manifest matches the deltas (--seed ${SEED})`,
  async () => {
    for (const history of fc.sample(historiesOf(LENGTHS), { numRuns: RUNS, seed: SEED })) {
      const fault = await faultOf(play, history);
      if (fault !== null) throw await shrinkHistory(`--seed ${SEED}`, history, fault, play);
    }
  },
  LIMIT_MS,
);
