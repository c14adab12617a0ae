import { describe, test } from "@jest/globals";
import { inboxRaces } from "../factories/inbox/inbox-races.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 4);
const { em } = await useOrm(await useOwnDatabase(), { poolSize: 12 });

describe("The inbox stays consistent under concurrent acts:", () => {
  test.each(Object.entries(inboxRaces))("%s", async (_name, race) => {
    for (let round = 0; round < ROUNDS; round += 1) await race({ em, quiet: em }, round);
  });
});
