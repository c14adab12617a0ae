import { test } from "@jest/globals";
import fc from "fast-check";
import { empty } from "../factories/empty.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { type Command, historiesOf } from "../factories/quick-log/model/commands.ts";
import { playQuickLog, type QuickLogStage } from "../factories/quick-log/model/player.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { faultOf, shrinkHistory } from "../factories/shrink-history.ts";
import { admissionDeps } from "../factories/sync/sync.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const ORDINARY_RUNS = 2;
const RUNS = campaignSize("MODEL_RUNS", ORDINARY_RUNS);
const SEED = campaignSeed();
/** Campaigns play longer histories too. */
const LENGTHS =
  RUNS > ORDINARY_RUNS ? { minLength: 20, maxLength: 45 } : { minLength: 12, maxLength: 16 };
const LIMIT_MS = Math.max(300_000, RUNS * 10_000);
const HOUR_SECONDS = 3_600;

/** Seconds until ten in the morning of tomorrow, so that a history always meets the same midnights. */
const startSeconds =
  Math.ceil((Math.ceil(Date.now() / 86_400_000) * 86_400_000 - Date.now()) / 1_000) +
  10 * HOUR_SECONDS;

const stage: QuickLogStage = {
  em,
  admission: admissionDeps(em),
  settlement: settlementDeps(em),
  async begin() {
    await moveClock(ownerUrl, startSeconds);
    await empty(ownerUrl);
  },
  moveClock: (hours) => moveClock(ownerUrl, startSeconds + hours * HOUR_SECONDS),
};

const play = (history: readonly Command[]) => playQuickLog(stage, history);

test(
  `${RUNS} histories of two phones, a coach and imports: tasks, facts and events for the coach match the model (--seed ${SEED})`,
  async () => {
    for (const history of fc.sample(historiesOf(LENGTHS), { numRuns: RUNS, seed: SEED })) {
      const fault = await faultOf(play, history);
      if (fault !== null) throw await shrinkHistory(`--seed ${SEED}`, history, fault, play);
    }
  },
  LIMIT_MS,
);
