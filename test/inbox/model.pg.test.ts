import { test } from "@jest/globals";
import fc from "fast-check";
import { empty } from "../factories/empty.ts";
import { type Command, historiesOf } from "../factories/inbox/model/commands.ts";
import { type InboxStage, playInbox } from "../factories/inbox/model/player.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { faultOf, shrinkHistory } from "../factories/shrink-history.ts";
import { admissionDeps } from "../factories/sync/sync.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const ORDINARY_RUNS = 3;
const RUNS = campaignSize("MODEL_RUNS", ORDINARY_RUNS);
const SEED = campaignSeed();
/** A long campaign also plays longer histories. */
const LENGTHS =
  RUNS > ORDINARY_RUNS ? { minLength: 30, maxLength: 60 } : { minLength: 20, maxLength: 25 };
const LIMIT_MS = Math.max(300_000, RUNS * 15_000);

/** Until ten in the morning of tomorrow, so that every run of a history meets the same midnights. */
const startSeconds =
  Math.ceil((Math.ceil(Date.now() / 86_400_000) * 86_400_000 - Date.now()) / 1_000) + 36_000;

const stage: InboxStage = {
  em,
  deps: admissionDeps(em),
  async begin() {
    await moveClock(ownerUrl, startSeconds);
    await empty(ownerUrl);
  },
  moveClock: (minutes) => moveClock(ownerUrl, startSeconds + minutes * 60),
};

const play = (history: readonly Command[]) => playInbox(stage, history);

test(
  `In ${RUNS} histories of clients, two coaches and two of their phones no case occurs twice, nothing is lost and no unseen pain is covered (--seed ${SEED})`,
  async () => {
    for (const history of fc.sample(historiesOf(LENGTHS), { numRuns: RUNS, seed: SEED })) {
      const fault = await faultOf(play, history);
      if (fault !== null) throw await shrinkHistory(`--seed ${SEED}`, history, fault, play);
    }
  },
  LIMIT_MS,
);
