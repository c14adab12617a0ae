import { describe, test } from "@jest/globals";
import { dayRaces } from "../factories/agenda/day-races.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 4);
const { em } = await useOrm(await useOwnDatabase(), { poolSize: 12 });

describe("A day stays consistent under concurrent acts:", () => {
  test.each(Object.entries(dayRaces))("%s", async (_name, race) => {
    for (let round = 0; round < ROUNDS; round += 1) await race({ em, quiet: em }, round);
  });
});
