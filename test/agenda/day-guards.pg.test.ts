import { describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { openDatabase } from "../../db/orm.ts";
import { type Alteration, openAlteringWay } from "../factories/altering-way.ts";
import { dayRaces } from "../factories/day-races.ts";
import { openTestDatabase } from "../harness/database.ts";

/** Rounds within which a race has to notice that a guard is missing. */
const ROUNDS = 60;

interface Mutant {
  readonly race: string;
  readonly alterations: readonly Alteration[];
  readonly drops?: readonly string[];
}

/** Of one relationship, as acts hold it. */
const NO_SCOPE: Alteration = {
  pattern: /("relationship_scope" where "relationship_id" = \$1) for no key update/g,
  by: "{1}",
};
/** Of several, as the close and looks hold them. */
const NO_SCOPES: Alteration = {
  pattern:
    /("relationship_scope" where "relationship_id" = .{1,60}? order by "relationship_id"(?: limit \$\d+)?) for no key update(?: skip locked)?/g,
  by: "{1}",
};
const NO_CALENDARS: Alteration = {
  pattern:
    /("relationship_calendar" where "relationship_id" = .{1,60}? order by "relationship_id") for no key update(?: skip locked)?/g,
  by: "{1}",
};

const mutants: Readonly<Record<string, Mutant>> = {
  "the lock of relationships whose days close, against a sync": {
    race: "the close and a sync",
    alterations: [NO_SCOPES],
  },
  "the lock of relationships whose days close, against an undo": {
    race: "the close and an undo",
    alterations: [NO_SCOPES],
  },
  "the lock of relationships whose days close, against an end": {
    race: "the close and the end of an assignment",
    alterations: [NO_SCOPES],
  },
  "the locks of a relationship and its calendar, of which each suffices, against a move": {
    race: "the close and a change of zone",
    alterations: [NO_SCOPE, NO_SCOPES, NO_CALENDARS],
  },
  "the locks of a relationship and its calendar, of which each suffices, against a pause": {
    race: "a pause and an opening",
    alterations: [NO_SCOPE, NO_SCOPES, NO_CALENDARS],
  },
  "the lock of a relationship, and that a task is there once": {
    race: "eight deliveries of one event",
    alterations: [NO_SCOPE, NO_CALENDARS],
    drops: [
      "alter table agenda_task drop constraint agenda_task_source_unique",
      "alter table agenda_task drop constraint agenda_task_pkey cascade",
    ],
  },
};

/** Plays a race with a guard missing, until it fails. */
async function play({ race, alterations, drops = [] }: Mutant, limit: number) {
  const played = dayRaces[race];
  if (played === undefined) throw new Error(`There is no race called ${race}`);
  const { appUrl, ownerUrl } = await openTestDatabase();
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  for (const statement of drops) await owner.query(statement);
  await owner.end();
  const way = await openAlteringWay(appUrl, alterations);
  const racing = openDatabase({ url: way.url, poolSize: 12, applicationName: "day guards" });
  const quiet = openDatabase({ url: appUrl, poolSize: 4, applicationName: "day guards" });
  let fault: unknown = null;
  let rounds = 0;
  for (; rounds < limit && fault === null; rounds += 1) {
    fault = await played({ em: racing.em, quiet: quiet.em }, rounds).then(
      () => null,
      (error: unknown) => error,
    );
  }
  await racing.close();
  await quiet.close();
  await way.close();
  return { failed: fault !== null, rounds, altered: way.altered() };
}

describe("A race notices when this is missing, and nothing when nothing is", () => {
  test.each(Object.entries(mutants))("%s", async (_name, mutant) => {
    const { failed, altered, rounds } = await play(mutant, ROUNDS);
    expect({ failed, isAltered: altered > 0 }).toEqual({ failed: true, isAltered: true });
    const usual = await play({ ...mutant, alterations: [], drops: [] }, rounds);
    expect(usual).toMatchObject({ failed: false, altered: 0 });
  });
});
