import { describe, test } from "@jest/globals";
import { workoutRaces } from "../factories/workouts/workout-races.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 4);
const { em } = await useOrm(await useOwnDatabase(), { poolSize: 12 });

describe("in any order the invariants of a race hold:", () => {
  test.each(Object.entries(workoutRaces))("%s", async (_name, race) => {
    for (let round = 0; round < ROUNDS; round += 1) await race({ em, quiet: em }, round);
  });
});
