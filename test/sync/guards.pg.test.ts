import { describe, expect, test } from "@jest/globals";
import {
  type Alteration,
  type AlteringWay,
  openAlteringWay,
} from "../factories/db/altering-way.ts";
import { openStage } from "../factories/sync/model/world.ts";
import type { Race } from "../factories/sync/races/race-ground.ts";
import { races } from "../factories/sync/races/sync-races.ts";

/** Rounds within which a race must notice a missing guard. */
const ROUNDS = 60;
/** Rounds with more rollbacks than usual where other guards prevent the failure. */
const ROUNDS_OF_ROLLBACKS = 8;

/** One removed guard: from the statements, from the tables, or from both. */
interface Mutant {
  readonly race: string;
  readonly alterations: readonly Alteration[];
  readonly drops?: readonly string[];
  /** Other guards prevent the failure: admissions then start again, and more is rolled back than usual. */
  readonly beginsAgain?: true;
}

const ADMISSION = /for no key update of lineage, scope, device/g;
const admissionLocks = (by: string): Alteration => ({ pattern: ADMISSION, by });
const NO_LOCK = admissionLocks("");
/** The counters that admission compares before it moves them. */
const NO_COMPARISON: readonly Alteration[] = [
  { pattern: /and seq = (\$\d+)::bigint/g, by: "and {1}::bigint>=0" },
  { pattern: /and chain_seq = (\$\d+)::bigint/g, by: "and {1}::bigint>=0" },
];
const IDENTITY = "alter table receipt drop constraint receipt_pkey";
const PLACE = "alter table sync_batch drop constraint sync_batch_chain_unique";
const NO_INSTALLATION_LOCK: Alteration = {
  pattern: /pg_advisory_xact_lock\((hashtextextended\("name"\."value", 0\))\)/g,
  by: "{1}",
};

const mutants: Readonly<Record<string, Mutant>> = {
  "the locks of an admission": {
    race: "the same batch on eight connections",
    alterations: [NO_LOCK],
    beginsAgain: true,
  },
  "the lock of the scope": {
    race: "two devices on one task",
    alterations: [admissionLocks("for no key update of lineage, device")],
    beginsAgain: true,
  },
  "the lock of lineage and device": {
    race: "a revocation and a batch",
    alterations: [admissionLocks("for no key update of scope")],
  },
  "the lock of the scope under a review": {
    race: "the review of a day and an undo",
    alterations: [
      {
        pattern: /("relationship_scope" where "relationship_id" = \$1) for no key update/g,
        by: "{1}",
      },
    ],
  },
  "the lock of an installation": {
    race: "registrations of one installation by two users",
    alterations: [NO_INSTALLATION_LOCK],
  },
  "the one active device of a lineage": {
    race: "eight registrations of one installation",
    alterations: [
      NO_INSTALLATION_LOCK,
      {
        pattern: /(from "device_lineage" where \(.{1,200}? order by "id" )for no key update/g,
        by: "{1}",
      },
    ],
    drops: ["drop index device_lineage_active_unique"],
  },
  "the lock of a person's devices": {
    race: "the eleventh device, on eight connections",
    alterations: [NO_INSTALLATION_LOCK],
  },
};

describe("a race fails without this guard, and never with it:", () => {
  test.each(Object.entries(mutants))("%s", async (_name, mutant) => {
    const limit = mutant.beginsAgain ? ROUNDS_OF_ROLLBACKS : ROUNDS;
    const { failed, altered, rollbacks, rounds } = await play(mutant, limit);
    expect(altered).toBeGreaterThan(0);
    const usual = await play({ ...mutant, alterations: [], drops: [] }, rounds);
    expect(usual).toMatchObject({ failed: false, altered: 0 });
    expect(failed || (mutant.beginsAgain && rollbacks > usual.rollbacks)).toBe(true);
  });
});

describe("without any lock and comparison, the same notes on eight connections", () => {
  const race = "the same note on eight connections";
  const alterations = [NO_LOCK, ...NO_COMPARISON];

  test.each([
    ["are kept once by the unique key of operations", [PLACE], true],
    ["are kept twice when that is missing too", [PLACE, IDENTITY], false],
  ])("%s", async (_name, drops, once) => {
    const { stage, close } = await planted(alterations, drops);
    try {
      const kept: boolean[] = [];
      for (let round = 0; round < 10; round += 1) {
        const fault = await raceCalled(race)(stage, round).then(
          () => null,
          (error: unknown) => error,
        );
        kept.push(fault === null);
      }
      expect(kept.every(Boolean)).toBe(once);
    } finally {
      await close();
    }
  });
});

async function planted(alterations: readonly Alteration[], drops: readonly string[] = []) {
  const ways: AlteringWay[] = [];
  const stage = await openStage(async ({ appUrl }) => {
    const way = await openAlteringWay(appUrl, alterations);
    ways.push(way);
    return way.url;
  });
  for (const statement of drops) await stage.owner.query(statement);
  return {
    stage,
    close: async () => {
      const { rollbacks } = await stage.close();
      for (const way of ways) await way.close();
      return { rollbacks, altered: ways.reduce((sum, way) => sum + way.altered(), 0) };
    },
  };
}

function raceCalled(name: string): Race {
  const race = races[name];
  if (race === undefined) throw new Error(`There is no race called ${name}`);
  return race;
}

/** Plays a race without a guard, until it fails. */
async function play({ race, alterations, drops }: Mutant, limit: number) {
  const { stage, close } = await planted(alterations, drops);
  let fault: unknown = null;
  let rounds = 0;
  for (; rounds < limit && fault === null; rounds += 1) {
    fault = await raceCalled(race)(stage, rounds).then(
      () => null,
      (error: unknown) => error,
    );
  }
  return { failed: fault !== null, rounds, ...(await close()) };
}
