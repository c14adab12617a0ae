import { afterAll, describe, test } from "@jest/globals";
import { openDatabase } from "../../db/open-database.ts";
import { inboxRaces } from "../factories/inbox/inbox-races.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 4);
const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "inbox races" });
const { em } = database;
afterAll(() => database.close());

describe("The inbox stays consistent under concurrent acts:", () => {
  test.each(Object.entries(inboxRaces))("%s", async (_name, race) => {
    for (let round = 0; round < ROUNDS; round += 1) await race({ em, quiet: em }, round);
  });
});
