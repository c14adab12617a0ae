import { afterAll, expect, test } from "@jest/globals";
import { openStage } from "../factories/sync/model/world.ts";
import { races } from "../factories/sync/races/sync-races.ts";
import { campaignSize } from "../harness/campaign.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 6);

const stage = await openStage();
afterAll(async () => {
  // PostgreSQL never had to break a deadlock.
  expect((await stage.close()).deadlocks).toBe(0);
});

test.each(Object.entries(races))(
  `%s, ${ROUNDS} times over`,
  async (_name, race) => {
    for (let round = 0; round < ROUNDS; round += 1) await race(stage, round);
  },
  Math.max(60_000, ROUNDS * 2_000),
);
