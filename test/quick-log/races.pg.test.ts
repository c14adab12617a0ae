import { afterAll, describe, test } from "@jest/globals";
import { openDatabase } from "../../db/open-database.ts";
import { quickLogRaces } from "../factories/quick-log/quick-log-races.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 4);
const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "quick-log races" });
const { em } = database;
afterAll(() => database.close());

describe("in any order the invariants of a race hold:", () => {
  test.each(Object.entries(quickLogRaces))("%s", async (_name, race) => {
    for (let round = 0; round < ROUNDS; round += 1) await race({ em, quiet: em }, round);
  });
});
