import { expect, test } from "@jest/globals";
import { beginSeason, DEEDS } from "../factories/inbox/season/season.ts";
import { EVENTFUL } from "../factories/inbox/season/behaviours.ts";
import { firstPage, mondayLine, playDay } from "../factories/inbox/season/day.ts";
import { countPresent, requireFew, requireOneDigestADay } from "../factories/inbox/season/laws.ts";
import { endSeason } from "../factories/inbox/season/turns.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const ORDINARY_DAYS = 15;
/** Days of the season, and its clients; 26 weeks of 200 in a campaign. */
const DAYS = campaignSize("SEASON_DAYS", ORDINARY_DAYS);
const IS_AT_LENGTH = DAYS > ORDINARY_DAYS;
const CLIENTS = campaignSize("SEASON_CLIENTS", 8);
const SEED = campaignSeed();
const { em, ownerUrl } = await useOrm(await useOwnDatabase());

const print = (line: string) => void (IS_AT_LENGTH && process.stdout.write(`${line}\n`));

test(
  `In ${DAYS} days of ${CLIENTS} clients each gets at most three new tasks a week on average, no case twice, pain within the minute, one digest a day, right counts, nothing already done (--seed ${SEED})`,
  async () => {
    const begunAt = performance.now();
    const season = await beginSeason(em, {
      ownerUrl,
      clients: CLIENTS,
      seed: SEED,
      ...(IS_AT_LENGTH ? {} : { behaviour: EVENTFUL }),
    });
    let presentCount = CLIENTS;
    const made: Awaited<ReturnType<typeof requireFew>>[] = [];
    for (let day = 0; day < DAYS; day += 1) {
      if (day % 7 === 0) {
        presentCount = countPresent(season);
        await season.clockAt(day, 0);
        print(await mondayLine(season, day));
      }
      await playDay(season, day);
      if (day % 7 === 6) made.push(await requireFew(season, (day - 6) / 7, presentCount));
    }
    expect(await requireOneDigestADay(season)).toBeGreaterThan(0);
    print(`The first page in the end\n${await firstPage(season)}`);
    await endSeason(season, DAYS);
    print(
      JSON.stringify({
        deeds: Object.fromEntries(season.deeds),
        made: made.reduce((sum, week) => sum + week.made, 0),
        mostOfOneClientAWeek: Math.max(...made.map(({ most }) => most)),
        seconds: Math.round((performance.now() - begunAt) / 1_000),
      }),
    );
    const undone = DEEDS.filter((deed) => !season.deeds.has(deed));
    expect(undone).toEqual([]);
  },
  Math.max(120_000, DAYS * CLIENTS * 500),
);
